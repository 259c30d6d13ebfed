//! The headings and texts of the home page.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::site_links::{self, SiteLinks};
use crate::{
    App, FieldErrors, Result,
    clock::Instant,
    html,
    people::Actor,
    records::{Stored as _, entity},
    store::{Id, Record, retry_tx},
};

/// The key of the only record.
const KEY: &str = "home";

entity! {
    /// The headings and texts of the home page.
    HomeSetting: HomeTexts {}
    const NOUN: &'static str = "Home setting";
}

/// The texts that the back office edits.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeTexts {
    pub why_choose_us: Block,
    pub exam_categories: Heading,
    pub achieve_your_goal: Block,
    /// The heading above the testimonials.
    pub testimonial: String,
    pub latest_news: Heading,
    /// The links in the footer of the public site.
    #[serde(default)]
    #[surreal(default)]
    pub links: SiteLinks,
}

/// A heading and its subheading.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = HomeHeading)]
pub struct Heading {
    pub heading: String,
    pub subheading: String,
}

/// A heading and its sections: five of "Why Choose Us", six of "Achieve Your Goal" (spec 1 §9).
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = HomeBlock)]
pub struct Block {
    pub heading: String,
    /// HTML below "Achieve Your Goal", plain text below "Why Choose Us".
    pub subheading: String,
    pub sections: Vec<Section>,
}

/// One section of a block.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = HomeSection)]
pub struct Section {
    pub title: String,
    pub description: String,
}

/// The form that the back office sends, with the documents' flat names. Missing fields stay unchanged.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(non_snake_case, reason = "numbered names come out of no rule of serde as the documents write them")]
pub struct HomeSettingChanges {
    pub homeId: Option<String>,
    /// The version that the change is based on (ruling 33).
    pub version: Option<i64>,
    #[schema(max_length = 160)]
    pub wcHeading: Option<String>,
    #[schema(max_length = 500)]
    pub wcSubheading: Option<String>,
    #[schema(max_length = 160)]
    pub wcuTitle1: Option<String>,
    #[schema(max_length = 160)]
    pub wcuTitle2: Option<String>,
    #[schema(max_length = 160)]
    pub wcuTitle3: Option<String>,
    #[schema(max_length = 160)]
    pub wcuTitle4: Option<String>,
    #[schema(max_length = 160)]
    pub wcuTitle5: Option<String>,
    #[schema(max_length = 2000)]
    pub wcuDescription1: Option<String>,
    #[schema(max_length = 2000)]
    pub wcuDescription2: Option<String>,
    #[schema(max_length = 2000)]
    pub wcuDescription3: Option<String>,
    #[schema(max_length = 2000)]
    pub wcuDescription4: Option<String>,
    #[schema(max_length = 2000)]
    pub wcuDescription5: Option<String>,
    #[schema(max_length = 160)]
    pub examHeading: Option<String>,
    #[schema(max_length = 500)]
    pub examSubHeading: Option<String>,
    #[schema(max_length = 160)]
    pub aygHeading: Option<String>,
    #[schema(max_length = 5000)]
    pub aygSubheading: Option<String>,
    #[schema(max_length = 160)]
    pub aygTitle1: Option<String>,
    #[schema(max_length = 160)]
    pub aygTitle2: Option<String>,
    #[schema(max_length = 160)]
    pub aygTitle3: Option<String>,
    #[schema(max_length = 160)]
    pub aygTitle4: Option<String>,
    #[schema(max_length = 160)]
    pub aygTitle5: Option<String>,
    #[schema(max_length = 160)]
    pub aygTitle6: Option<String>,
    #[schema(max_length = 2000)]
    pub aygDescription1: Option<String>,
    #[schema(max_length = 2000)]
    pub aygDescription2: Option<String>,
    #[schema(max_length = 2000)]
    pub aygDescription3: Option<String>,
    #[schema(max_length = 2000)]
    pub aygDescription4: Option<String>,
    #[schema(max_length = 2000)]
    pub aygDescription5: Option<String>,
    #[schema(max_length = 2000)]
    pub aygDescription6: Option<String>,
    #[schema(max_length = 160)]
    pub testimonialHeading: Option<String>,
    #[schema(max_length = 160)]
    pub newsHeading: Option<String>,
    #[schema(max_length = 500)]
    pub newsSubHeading: Option<String>,
    /// An `https://` address, like all links here; empty for none.
    #[schema(max_length = 300)]
    pub facebookLink: Option<String>,
    #[schema(max_length = 300)]
    pub instagramLink: Option<String>,
    #[schema(max_length = 300)]
    pub xLink: Option<String>,
    #[schema(max_length = 300)]
    pub youtubeLink: Option<String>,
    #[schema(max_length = 300)]
    pub tiktokLink: Option<String>,
    #[schema(max_length = 300)]
    pub whatsappLink: Option<String>,
    /// The app's page in an app store.
    #[schema(max_length = 300)]
    pub appLink: Option<String>,
}

impl Record for HomeSetting {
    const TABLE: &'static str = "home_setting";
}

/// Whether a text is required (spec 3 §8): the headings, and the titles of "Achieve Your Goal".
fn is_needed(field: &str) -> bool {
    (field.ends_with("Heading") && !field.ends_with("SubHeading")) || field.starts_with("aygTitle")
}

impl HomeSetting {
    /// The default texts.
    pub(crate) fn first(now: Instant) -> Self {
        let sections = |texts: &[(&str, &str)]| {
            let section = |(title, description): &(&str, &str)| Section {
                title: (*title).into(),
                description: (*description).into(),
            };
            texts.iter().map(section).collect()
        };
        let texts = HomeTexts {
            why_choose_us: Block {
                heading: "Why Choose Us".into(),
                subheading: "Made for your exam and your phone.".into(),
                sections: sections(&[
                    (
                        "Nothing is lost",
                        "Every answer is saved as you go. If the light goes, you continue where you stopped.",
                    ),
                    ("Little data", "Pages are small, pictures are few, and your test continues even without network."),
                    (
                        "Real practice",
                        "Study at your own pace, practise with a timer, or take a full mock like the real exam.",
                    ),
                    ("Every answer explained", "After each test, see the right answers and why they are right."),
                    (
                        "Real people mark your essays",
                        "Moderators mark your theory answers and tell you what is missing.",
                    ),
                ]),
            },
            exam_categories: Heading {
                heading: "Exam Categories".into(),
                subheading: "Choose the exam you are preparing for.".into(),
            },
            achieve_your_goal: Block {
                heading: "Achieve Your Goal".into(),
                subheading: "<p>Six steps from your first question to exam day.</p>".into(),
                sections: sections(&[
                    ("Choose", "Pick your exam and the subjects for the course you want to study."),
                    ("Study", "Take one topic at a time and read each explanation."),
                    ("Practise", "Answer past questions from one year with a timer you set."),
                    ("Take a mock", "A full paper, one timer, and a score as in the real exam."),
                    ("Look back", "Your corrections show where you lost marks."),
                    ("Go again", "Come back to the same topics after two days. That is how they stick."),
                ]),
            },
            testimonial: "What Students Say".into(),
            latest_news: Heading {
                heading: "Latest News".into(),
                subheading: "News from Sabi and the exam boards.".into(),
            },
            links: SiteLinks::default(),
        };
        Self { id: Id::new(KEY), ..Self::new(texts, now) }
    }

    /// The form filled with these texts.
    pub fn form(&self) -> HomeSettingChanges {
        let title = |block: &Block, at: usize| block.sections.get(at).map(|section| section.title.clone());
        let description = |block: &Block, at: usize| block.sections.get(at).map(|section| section.description.clone());
        let (why, goal) = (&self.why_choose_us, &self.achieve_your_goal);
        HomeSettingChanges {
            homeId: None,
            version: None,
            wcHeading: Some(why.heading.clone()),
            wcSubheading: Some(why.subheading.clone()),
            wcuTitle1: title(why, 0),
            wcuDescription1: description(why, 0),
            wcuTitle2: title(why, 1),
            wcuDescription2: description(why, 1),
            wcuTitle3: title(why, 2),
            wcuDescription3: description(why, 2),
            wcuTitle4: title(why, 3),
            wcuDescription4: description(why, 3),
            wcuTitle5: title(why, 4),
            wcuDescription5: description(why, 4),
            examHeading: Some(self.exam_categories.heading.clone()),
            examSubHeading: Some(self.exam_categories.subheading.clone()),
            aygHeading: Some(goal.heading.clone()),
            aygSubheading: Some(goal.subheading.clone()),
            aygTitle1: title(goal, 0),
            aygDescription1: description(goal, 0),
            aygTitle2: title(goal, 1),
            aygDescription2: description(goal, 1),
            aygTitle3: title(goal, 2),
            aygDescription3: description(goal, 2),
            aygTitle4: title(goal, 3),
            aygDescription4: description(goal, 3),
            aygTitle5: title(goal, 4),
            aygDescription5: description(goal, 4),
            aygTitle6: title(goal, 5),
            aygDescription6: description(goal, 5),
            testimonialHeading: Some(self.testimonial.clone()),
            newsHeading: Some(self.latest_news.heading.clone()),
            newsSubHeading: Some(self.latest_news.subheading.clone()),
            facebookLink: Some(self.links.facebook.clone()),
            instagramLink: Some(self.links.instagram.clone()),
            xLink: Some(self.links.x.clone()),
            youtubeLink: Some(self.links.youtube.clone()),
            tiktokLink: Some(self.links.tiktok.clone()),
            whatsappLink: Some(self.links.whatsapp.clone()),
            appLink: Some(self.links.app.clone()),
        }
    }

    /// These texts with the given changes applied.
    fn with(mut self, given: HomeSettingChanges, errors: &mut FieldErrors) -> Self {
        let texts = &mut self.form;
        let HomeSettingChanges { wcHeading, wcSubheading, examHeading, examSubHeading, .. } = &given;
        let mut put = |field: &str, value: &Option<String>, to: &mut String, most: usize, rich: bool| {
            let Some(value) = value else { return };
            let clean =
                if rich { html::clean_field(errors, field, value, Some(to.as_str())) } else { html::text(value) };
            let length = clean.chars().count();
            errors.check(!is_needed(field) || !clean.trim().is_empty(), field, "This heading is required.");
            errors.check(length <= most, field, format!("This text cannot exceed {most} characters"));
            if !rich {
                errors.direction(field, "This text", &clean);
            }
            *to = clean;
        };
        put("wcHeading", wcHeading, &mut texts.why_choose_us.heading, 160, false);
        put("wcSubheading", wcSubheading, &mut texts.why_choose_us.subheading, 500, false);
        put("examHeading", examHeading, &mut texts.exam_categories.heading, 160, false);
        put("examSubHeading", examSubHeading, &mut texts.exam_categories.subheading, 500, false);
        put("aygHeading", &given.aygHeading, &mut texts.achieve_your_goal.heading, 160, false);
        put("aygSubheading", &given.aygSubheading, &mut texts.achieve_your_goal.subheading, 5000, true);
        put("testimonialHeading", &given.testimonialHeading, &mut texts.testimonial, 160, false);
        put("newsHeading", &given.newsHeading, &mut texts.latest_news.heading, 160, false);
        put("newsSubHeading", &given.newsSubHeading, &mut texts.latest_news.subheading, 500, false);
        let why = [
            (&given.wcuTitle1, &given.wcuDescription1),
            (&given.wcuTitle2, &given.wcuDescription2),
            (&given.wcuTitle3, &given.wcuDescription3),
            (&given.wcuTitle4, &given.wcuDescription4),
            (&given.wcuTitle5, &given.wcuDescription5),
        ];
        let goal = [
            (&given.aygTitle1, &given.aygDescription1),
            (&given.aygTitle2, &given.aygDescription2),
            (&given.aygTitle3, &given.aygDescription3),
            (&given.aygTitle4, &given.aygDescription4),
            (&given.aygTitle5, &given.aygDescription5),
            (&given.aygTitle6, &given.aygDescription6),
        ];
        for (prefix, texts, block) in
            [("wcu", &why[..], &mut texts.why_choose_us), ("ayg", &goal[..], &mut texts.achieve_your_goal)]
        {
            for ((number, (title, description)), section) in (1..).zip(texts).zip(&mut block.sections) {
                put(&format!("{prefix}Title{number}"), title, &mut section.title, 160, false);
                put(&format!("{prefix}Description{number}"), description, &mut section.description, 2000, true);
            }
        }
        let links = [
            ("facebookLink", &given.facebookLink, &mut texts.links.facebook),
            ("instagramLink", &given.instagramLink, &mut texts.links.instagram),
            ("xLink", &given.xLink, &mut texts.links.x),
            ("youtubeLink", &given.youtubeLink, &mut texts.links.youtube),
            ("tiktokLink", &given.tiktokLink, &mut texts.links.tiktok),
            ("whatsappLink", &given.whatsappLink, &mut texts.links.whatsapp),
            ("appLink", &given.appLink, &mut texts.links.app),
        ];
        for (field, value, link) in links {
            if let Some(value) = value {
                *link = site_links::checked(errors, field, value);
            }
        }
        self.version += 1;
        self
    }
}

impl App {
    /// The stored texts of the home page, or the defaults.
    pub async fn home_setting(&self) -> Result<HomeSetting> {
        let stored = self.load(&Id::new(KEY)).await?;
        Ok(stored.unwrap_or_else(|| HomeSetting::first(self.now())))
    }

    /// Changes the given texts; the others stay unchanged.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] with each invalid text; [`crate::Error::Conflict`] with reason `changed` if there is a
    /// newer version.
    pub async fn update_home_setting(&self, actor: &Actor, given: HomeSettingChanges) -> Result<HomeSetting> {
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let id = Id::<HomeSetting>::new(KEY);
            let stored: Option<HomeSetting> = change.query("SELECT * FROM $id").bind(("id", id)).first().await?;
            let current = stored.clone().unwrap_or_else(|| HomeSetting::first(self.now()));
            change.expect_version(&current, given.version).await?;
            let mut errors = FieldErrors::default();
            let new = current.with(given.clone(), &mut errors);
            errors.done()?;
            match &stored {
                Some(old) => change.update(old, &new).await?,
                None => change.create(&new).await?,
            }
            change.commit().await?;
            Ok(new)
        })
        .await
    }
}

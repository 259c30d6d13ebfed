//! The demo: a complete catalogue, the fixtures' banks, and three people.

use std::collections::HashMap;

use chrono::Duration;
use sabi_fixtures::{Bank, FULL_BANKS, Kind, SMALL_BANKS, catalogue};

use super::{Demo, SeedAccount, SeedReport};
use crate::{
    App, Error, Result,
    bank::{ImportRequest, ItemKind, SubjectYear},
    catalogue::{
        BECE, Category, CategoryInput, Course, CourseInput, Exam, JAMB_UTME, POST_UTME, Plan, PlanInput, Subject,
        SubjectInput, University, UniversityInput, WASSCE, Word,
    },
    people::{AccountStatus, Actor, Gender, NewUser, Role, User},
    plans::{Grant, Source, Terms},
    records::Stored as _,
    registration::Registration,
    store::Id,
};

/// The number of steps for the progress bar: the catalogue, each bank, the people.
pub(super) fn steps(demo: Demo) -> u64 {
    banks(demo).count() as u64 + 2
}

fn banks(demo: Demo) -> impl Iterator<Item = &'static Bank> {
    let more: &[Bank] = match demo {
        Demo::Small => &[],
        Demo::Full => &FULL_BANKS,
    };
    SMALL_BANKS.iter().chain(more)
}

fn subjects(demo: Demo) -> impl Iterator<Item = &'static catalogue::Subject> {
    let more: &[catalogue::Subject] = match demo {
        Demo::Small => &[],
        Demo::Full => &catalogue::FULL_SUBJECTS,
    };
    catalogue::SMALL_SUBJECTS.iter().chain(more)
}

/// The records that other demo records refer to.
#[derive(Default)]
struct Made {
    exams: HashMap<&'static str, Exam>,
    /// By category.
    courses: Vec<(&'static str, Id<Course>)>,
    category: Option<Id<Category>>,
    /// By exam.
    subjects: Vec<(&'static str, Id<Subject>)>,
    /// The plan that the student holds, by exam.
    plans: HashMap<&'static str, Plan>,
}

impl App {
    pub(super) async fn seed_demo(
        &self,
        actor: &Actor,
        demo: Demo,
        report: &mut SeedReport,
        step: &(dyn Fn(u64) + Send + Sync),
    ) -> Result<()> {
        let made = self.seed_catalogue(demo, report).await?;
        self.seed_site(report).await?;
        step(1);
        for (done, bank) in (2..).zip(banks(demo)) {
            self.seed_bank(actor, report, bank).await?;
            step(done);
        }
        for person in &catalogue::PEOPLE {
            let user = self.seed_person(actor, report, person).await?;
            if person.role == catalogue::Role::Student {
                self.seed_learning(report, &made, &user).await?;
            }
        }
        step(steps(demo));
        Ok(())
    }

    async fn seed_catalogue(&self, demo: Demo, report: &mut SeedReport) -> Result<Made> {
        let (mut made, now) = (Made::default(), self.now());
        for exam in self.list_exam_types().await? {
            let known = [JAMB_UTME, POST_UTME, WASSCE, BECE];
            if let Some(slug) = known.into_iter().find(|slug| exam.slug == *slug) {
                made.exams.insert(slug, exam);
            }
        }
        for first in &catalogue::CATEGORIES {
            let (title, description) = (first.title.into(), first.description.into());
            let form = CategoryInput { title, description, image: None, status: Word::Active };
            let category = Category { seo_url: slug::slugify(first.title), ..Category::new(form, now) };
            let category = self.ensure(report, "seo_url = $wanted.seo_url", category).await?;
            for title in first.courses {
                let form = CourseInput { category: category.clone(), title: (*title).into(), status: true };
                let course = Course::new(form, now);
                let clause = "category = $wanted.category AND title = $wanted.title";
                let course = self.ensure(report, clause, course).await?;
                made.courses.push((first.title, course));
            }
            made.category.get_or_insert(category);
        }
        let (title, description) = catalogue::UNIVERSITY;
        let form = UniversityInput { title: title.into(), description: description.into(), logo: None, status: true };
        self.ensure(report, "title = $wanted.title", University::new(form, now)).await?;
        for first in subjects(demo) {
            let Some(exam) = made.exams.get(first.exam) else { continue };
            let asks = |category: &str| first.categories.is_empty() || first.categories.contains(&category);
            let courses = made.courses.iter().filter(|(category, _)| asks(category));
            let form = SubjectInput {
                exam: exam.id.clone(),
                course: courses.map(|(_, course)| course.clone()).collect(),
                title: first.title.into(),
                logo: None,
                subject_hour: 1,
                subject_time: "00".into(),
                mandatory: first.mandatory,
                university: Vec::new(),
                mock_questions: Some(first.mock_questions),
                balance_mocks: Some(false),
                status: true,
            };
            let subject = Subject { slug: slug::slugify(first.title), ..Subject::new(form, now) };
            let clause = "exam = $wanted.exam AND title = $wanted.title";
            let subject = self.ensure(report, clause, subject).await?;
            made.subjects.push((first.exam, subject));
        }
        for (slug, exam) in &made.exams {
            for first in &catalogue::PLANS {
                let form = PlanInput {
                    exam: exam.id.clone(),
                    title: first.title.into(),
                    num_of_questions: first.num_of_questions,
                    subscription_type: first.subscription_type.into(),
                    duration: first.duration,
                    price: first.price,
                    description: first.description.into(),
                    status: true,
                };
                let clause = "exam = $wanted.exam AND title = $wanted.title";
                let id = self.ensure(report, clause, Plan::new(form, now)).await?;
                if first.title == catalogue::STUDENT_PLAN {
                    made.plans.insert(slug, self.load(&id).await?.ok_or(Error::NotFound("Subscription"))?);
                }
            }
        }
        Ok(made)
    }

    /// Imports a bank unless its year already has questions, which may have been edited.
    async fn seed_bank(&self, actor: &Actor, report: &mut SeedReport, bank: &Bank) -> Result<()> {
        let kind = match bank.kind {
            Kind::Questions => ItemKind::Choice,
            Kind::Theories => ItemKind::Essay,
        };
        let sql = format!(
            "SELECT VALUE year FROM {} WHERE year IN (SELECT VALUE id FROM subject_year WHERE year = $year \
             AND subject.title = $subject AND subject.exam.slug = $exam) LIMIT 1",
            kind.table()
        );
        let call = self.store.query(&sql).bind(("year", bank.year)).bind(("subject", bank.subject));
        let held: Option<Id<SubjectYear>> = call.bind(("exam", bank.exam)).first().await?;
        if held.is_some() {
            return Ok(());
        }
        let ask = ImportRequest {
            exam: bank.exam.into(),
            subject: bank.subject.into(),
            year: bank.year,
            // POST UTME belongs to a university.
            university: (bank.exam == POST_UTME).then(|| catalogue::UNIVERSITY.0.into()),
            all_or_nothing: true,
            ..ImportRequest::default()
        };
        let (file, quiet) = (bank.bytes.to_vec(), |_| ());
        let imported = self.import_items(kind, actor, file, ask, &quiet).await?;
        if let Some(problem) = imported.problems.first() {
            return Err(Error::internal(format!("{} row {}: {}", bank.name, problem.row, problem.message)));
        }
        report.questions += imported.new;
        Ok(())
    }

    async fn seed_person(
        &self,
        actor: &Actor,
        report: &mut SeedReport,
        person: &catalogue::Person,
    ) -> Result<Id<User>> {
        let (role, word) = match person.role {
            catalogue::Role::Student => (Role::User, "student"),
            catalogue::Role::Admin => (Role::Admin, "admin"),
            catalogue::Role::SuperAdmin => (Role::Admin, "super-admin"),
        };
        let mut account = SeedAccount { email: person.email.into(), role: word.into(), password: None };
        if let Some(user) = self.user_by_email(person.email).await? {
            report.accounts.push(account);
            return Ok(user.id);
        }
        let password = self.settings.demo_password.clone().unwrap_or_else(|| Id::<User>::random().to_string());
        let user = NewUser {
            first_name: person.first_name.into(),
            last_name: person.last_name.into(),
            email: person.email.into(),
            dob: None,
            gender: Some(if person.first_name == "Musa" { Gender::M } else { Gender::F }),
            mobile_code: "234".into(),
            mobile_number: "8030000000".into(),
            nationality: "Nigeria".into(),
            status: AccountStatus::Active,
            is_super_admin: person.role == catalogue::Role::SuperAdmin,
            password: password.clone(),
            confirm_password: password.clone(),
        };
        let user = self.create_user(actor, role, user).await?;
        report.created += 1;
        account.password = Some(password);
        report.accounts.push(account);
        Ok(user.id)
    }

    /// The student's paid subscriptions and registered subjects.
    async fn seed_learning(&self, report: &mut SeedReport, made: &Made, user: &Id<User>) -> Result<()> {
        for (n, slug) in (0..).zip(catalogue::STUDENT_EXAMS) {
            // One millisecond apart, because lists order records by creation time.
            let now = self.now() + Duration::milliseconds(n);
            let (Some(exam), Some(plan)) = (made.exams.get(slug), made.plans.get(slug)) else { continue };
            let (exam_id, plan_id, terms) = (&exam.id, &plan.id, &Terms::from(plan));
            let (source, university, payment) = (Source::Gift, None, None);
            let grant = Grant { user, exam: exam_id, university, plan: plan_id, terms, source, payment, now };
            let subscription = grant.over(None);
            let expired = "DELETE subscription WHERE id = $id AND expire_at <= $now";
            let expired = self.store.write(expired).bind(("id", subscription.id.clone())).bind(("now", now));
            expired.done().await?;
            self.ensure(report, "id = $wanted.id", subscription).await?;
            let mine = made.subjects.iter().filter(|(exam, _)| *exam == slug).take(exam.maximum_subjects as usize);
            let registration = Registration {
                id: Registration::key(user, &exam.id),
                user: user.clone(),
                exam: exam.id.clone(),
                category: made.category.clone(),
                course: made.courses.first().map(|(_, course)| course.clone()),
                university: None,
                assessment: None,
                exam_type: None,
                selected: Vec::new(),
                subjects: mine.map(|(_, subject)| subject.clone()).collect(),
                subjects_update: Vec::new(),
                update_request: false,
                exam_date: None,
                real_score: None,
                changed: None,
                version: 0,
                created_at: now,
            };
            self.ensure(report, "id = $wanted.id", registration).await?;
        }
        Ok(())
    }
}

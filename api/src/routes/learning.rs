//! Calls before a test: exams, assessments, subscriptions, registered subjects, topics.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    bank::ExamSize,
    catalogue::{Assessment, AssessmentView, ExamInstruction, Topic, TopicView},
    exam::{ExamChoice, ExamOffer},
    messages,
    plans::{AddDays, GiveSubscription, StudentSubscription, Subscription, SubscriptionView, named_university},
    records::{CreatedRecords, ListQuery},
    registration::{
        CourseSubject, RefuseChange, Registration, RegistrationView, SaveSubjects, SelectSubjects, SetExamDate,
        SetRealScore, SubjectsRequest,
    },
    store::Id,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, DataWithMessage, Listed, Message, created, message, ok},
    error::Result,
    extract::{Body, Idempotent, KeyHeader, PathIds},
    gate::Caller,
    listing::{ListParams, Listing},
    response_cache::cached,
    type_erased::routes,
};

/// A student's active subscription, if there is one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holding {
    user_subscription: Option<SubscriptionView>,
}

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    cached(OpenApiRouter::new().routes(routes!(list_exam_types)).routes(routes!(list_bank_sizes)))
}

/// The routes whose responses are the same for every student.
pub fn shared() -> OpenApiRouter<App> {
    cached(
        OpenApiRouter::new()
            .routes(routes!(list_assessments))
            .routes(routes!(read_assessment))
            .routes(routes!(find_exam_instruction))
            .routes(routes!(list_topics)),
    )
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_subscription))
        .routes(routes!(find_subscription_at))
        .routes(routes!(list_subscriptions))
        .routes(routes!(list_registrations))
        .routes(routes!(list_saved_registrations))
        .routes(routes!(save_subjects))
        .routes(routes!(select_subjects))
        .routes(routes!(list_course_subjects))
        .routes(routes!(list_exam_choices))
        .routes(routes!(set_exam_date))
        .routes(routes!(set_real_score))
        .routes(routes!(see_subjects_change))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_all_registrations))
        .routes(routes!(delete_registration))
        .routes(routes!(refuse_subjects_change))
        .routes(routes!(list_student_subscriptions, give_subscription))
        .routes(routes!(add_days))
}

/// List the exams, including those that are coming soon
#[utoipa::path(get, path = "/exam-types", tag = "learning", responses((status = 200, body = Data<Vec<ExamOffer>>)))]
async fn list_exam_types(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.list_exam_offers().await? }).into_response())
}

/// Count the active questions by exam, and list the courses and universities with questions
#[utoipa::path(get, path = "/bank-sizes", tag = "learning", responses((status = 200, body = Data<Vec<ExamSize>>)))]
async fn list_bank_sizes(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.bank_sizes().await?.to_vec() }).into_response())
}

/// List the modes of assessment
#[utoipa::path(
    get, path = "/get-assessments", tag = "learning",
    responses((status = 200, body = Data<Vec<AssessmentView>>)),
)]
async fn list_assessments(State(app): State<App>) -> Result<Response> {
    let mut data = app.list::<Assessment>(&ListQuery::default()).await?.rows;
    data.retain(|assessment| assessment.status);
    Ok(ok(Data { data }).into_response())
}

/// Read a mode of assessment
#[utoipa::path(
    get, path = "/get-assessment-detail/{id}", tag = "learning",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<AssessmentView>)),
)]
async fn read_assessment(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find::<Assessment>(&Id::new(path.last())).await? }).into_response())
}

/// Read the instructions for a mock
#[utoipa::path(
    get, path = "/get-exam-instruction/{id}", tag = "learning",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<ExamInstruction>)),
)]
async fn find_exam_instruction(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find_exam_instruction(&Id::new(path.last())).await? }).into_response())
}

/// Find a student's active subscription to an exam
#[utoipa::path(
    get, path = "/get-user-subscriptions/{userId}/{examId}", tag = "learning",
    params(("userId" = String, Path), ("examId" = String, Path)),
    responses((status = 200, body = Holding)),
)]
async fn find_subscription(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    holding(&app, &actor, path).await
}

/// Find a student's active subscription to an exam at a university
#[utoipa::path(
    get, path = "/get-user-subscriptions/{userId}/{examId}/{universityId}", tag = "learning",
    params(("userId" = String, Path), ("examId" = String, Path), ("universityId" = String, Path)),
    responses((status = 200, body = Holding)),
)]
async fn find_subscription_at(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    holding(&app, &actor, path).await
}

async fn holding(app: &App, actor: &sabi_core::people::Actor, path: PathIds) -> Result<Response> {
    let id = |place: usize| path.0.get(place).cloned().unwrap_or_default();
    let university = path.0.get(2).map(|id| Id::new(id.clone()));
    let university = named_university(university.as_ref());
    let user_subscription = app.find_subscription(actor, &Id::new(id(0)), &Id::new(id(1)), university).await?;
    Ok(ok(Holding { user_subscription }).into_response())
}

/// List a student's subscriptions
#[utoipa::path(
    get, path = "/user-subscription-list/{userId}", tag = "learning",
    params(("userId" = String, Path), ListParams<Subscription>),
    responses((status = 200, body = Listed<SubscriptionView>)),
)]
async fn list_subscriptions(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
) -> Result<Response> {
    let page = app.list_subscriptions(&actor, &Id::new(path.last()), &query).await?;
    Ok(ok(Listed::from(page)).into_response())
}

/// List all students' subscriptions
#[utoipa::path(
    get, path = "/admin/students-subscriptions", tag = "learning",
    params(ListParams<StudentSubscription>),
    responses((status = 200, body = Listed<StudentSubscription>)),
)]
async fn list_student_subscriptions(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_student_subscriptions(&query).await?)).into_response())
}

/// Give a student a plan without a payment
#[utoipa::path(
    post, path = "/admin/students-subscriptions", tag = "learning",
    params(KeyHeader),
    request_body = GiveSubscription,
    responses((status = 201, body = DataWithMessage<StudentSubscription>)),
)]
async fn give_subscription(
    State(app): State<App>,
    Caller(actor): Caller,
    Idempotent(request, Body(ask)): Idempotent<Body<GiveSubscription>>,
) -> Result<Response> {
    let find = async |records: CreatedRecords| app.find_student_subscription(&records.one()?).await;
    let data = app.once(request, app.give_subscription(&actor, &ask), find).await?;
    Ok(created(DataWithMessage { data, message: messages::SUBSCRIPTION_GIVEN.into() }))
}

/// Add days to a student's plan
#[utoipa::path(
    post, path = "/admin/students-subscriptions/{id}/days", tag = "learning",
    params(("id" = String, Path), KeyHeader),
    request_body = AddDays,
    responses((status = 201, body = DataWithMessage<StudentSubscription>), (status = 409)),
)]
async fn add_days(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Idempotent(request, Body(ask)): Idempotent<Body<AddDays>>,
) -> Result<Response> {
    let id = Id::new(path.last());
    let find = async |_| app.find_student_subscription(&id).await;
    let data = app.once(request, app.add_days(&actor, &id, &ask), find).await?;
    Ok(created(DataWithMessage { data, message: messages::DAYS_ADDED.into() }))
}

/// List a student's registered subjects
#[utoipa::path(
    get, path = "/get-saved-subjects/{userId}", tag = "learning",
    params(("userId" = String, Path), ListParams<Registration>),
    responses((status = 200, body = Listed<RegistrationView>)),
)]
async fn list_registrations(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
) -> Result<Response> {
    let page = app.list_registrations(&actor, &Id::new(path.last()), &query).await?;
    Ok(ok(Listed::from(page)).into_response())
}

/// List a student's registered subjects, under the documents' other path
#[utoipa::path(
    get, path = "/get-saved-exam-subjects/{userId}", tag = "learning",
    params(("userId" = String, Path), ListParams<Registration>),
    responses((status = 200, body = Listed<RegistrationView>)),
)]
async fn list_saved_registrations(
    state: State<App>,
    caller: Caller,
    path: PathIds,
    listing: Listing,
) -> Result<Response> {
    list_registrations(state, caller, path, listing).await
}

/// List all registrations
#[utoipa::path(
    get, path = "/get-students-exam-subjects/", tag = "learning",
    params(ListParams<Registration>),
    responses((status = 200, body = Listed<RegistrationView>)),
)]
async fn list_all_registrations(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_all_registrations(&query).await?)).into_response())
}

/// Register subjects of an exam, or request the one change; as an administrator, replace a student's subjects
#[utoipa::path(
    post, path = "/save-exam-subjects", tag = "learning",
    request_body = SaveSubjects,
    responses((status = 200, body = DataWithMessage<RegistrationView>), (status = 404), (status = 409)),
)]
async fn save_subjects(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<SaveSubjects>,
) -> Result<Response> {
    let data = app.save_subjects(&actor, &ask).await?;
    Ok(ok(DataWithMessage { data, message: messages::SUBJECTS_REGISTERED.into() }).into_response())
}

/// Delete a student's registration
#[utoipa::path(
    delete, path = "/delete-saved-exam-subjects/{id}", tag = "learning",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn delete_registration(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.delete_registration(&actor, &Id::new(path.last())).await?;
    Ok(message("Registration deleted successfully.").into_response())
}

/// List the active topics of a subject, with their sections
#[utoipa::path(
    get, path = "/topics/{subjectId}", tag = "learning",
    params(("subjectId" = String, Path)),
    responses((status = 200, body = Data<Vec<TopicView>>)),
)]
async fn list_topics(State(app): State<App>, path: PathIds) -> Result<Response> {
    let query = ListQuery { filters: [("subject".to_owned(), path.last().to_owned())].into(), ..ListQuery::default() };
    let mut data = app.list::<Topic>(&query).await?.rows;
    data.retain(|topic| topic.status);
    Ok(ok(Data { data }).into_response())
}

/// List the exams with what decides the next step: the caller's subscriptions, registered subjects and running tests
#[utoipa::path(
    get, path = "/me/exams", tag = "learning",
    responses((status = 200, body = Data<Vec<ExamChoice>>), (status = 403)),
)]
async fn list_exam_choices(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.list_exam_choices(&actor).await? }).into_response())
}

/// List the subjects of a course, mandatory ones first, with the caller's registered ones marked
#[utoipa::path(
    post, path = "/get-course-subjects/", tag = "learning",
    request_body = SubjectsRequest,
    responses((status = 200, body = Data<Vec<CourseSubject>>)),
)]
async fn list_course_subjects(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<SubjectsRequest>,
) -> Result<Response> {
    Ok(ok(Data { data: app.list_course_subjects(&actor, &ask).await? }).into_response())
}

/// Store the choices for the next test: mode, kind, and registered subjects
#[utoipa::path(
    post, path = "/save-registered-subjects", tag = "learning",
    request_body = SelectSubjects,
    responses((status = 200, body = Data<RegistrationView>), (status = 404), (status = 409)),
)]
async fn select_subjects(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<SelectSubjects>,
) -> Result<Response> {
    Ok(ok(Data { data: app.select_subjects(&actor, &ask).await? }).into_response())
}

/// Record that the caller has seen a change of their subjects
#[utoipa::path(
    post, path = "/me/registrations/{id}/seen", tag = "learning",
    params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 404)),
)]
async fn see_subjects_change(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.see_subjects_change(&actor, &Id::new(path.last())).await?;
    Ok(message("Seen.").into_response())
}

/// Decline a student's request to change subjects; the student is mailed and may request another one
#[utoipa::path(
    post, path = "/admin/registrations/{id}/refuse-change", tag = "learning",
    params(("id" = String, Path)),
    request_body = RefuseChange,
    responses((status = 200, body = DataWithMessage<RegistrationView>), (status = 404), (status = 409)),
)]
async fn refuse_subjects_change(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<RefuseChange>,
) -> Result<Response> {
    let data = app.refuse_subjects_change(&actor, &Id::new(path.last()), &ask).await?;
    Ok(ok(DataWithMessage { data, message: "The change was declined.".into() }).into_response())
}

/// Set the date of the caller's exam
#[utoipa::path(
    put, path = "/me/exams/{examId}/date", tag = "learning",
    params(("examId" = String, Path)),
    request_body = SetExamDate,
    responses((status = 200, body = Data<RegistrationView>), (status = 404)),
)]
async fn set_exam_date(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<SetExamDate>,
) -> Result<Response> {
    Ok(ok(Data { data: app.set_exam_date(&actor, &Id::new(path.last()), &ask).await? }).into_response())
}

/// Set the caller's score in the real exam
#[utoipa::path(
    put, path = "/me/exams/{examId}/real-score", tag = "learning",
    params(("examId" = String, Path)),
    request_body = SetRealScore,
    responses((status = 200, body = Data<RegistrationView>), (status = 404)),
)]
async fn set_real_score(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<SetRealScore>,
) -> Result<Response> {
    Ok(ok(Data { data: app.set_real_score(&actor, &Id::new(path.last()), &ask).await? }).into_response())
}

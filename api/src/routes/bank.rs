//! The question bank in the back office.

use axum::{
    extract::{DefaultBodyLimit, State},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use sabi_core::{
    App, Error,
    bank::{
        AdminQuestion, AdminTheory, BankOfExam, ChoiceBody, EssayBody, ExamSubjects, Item, ItemBody, Question,
        QuestionInput, QuestionsInput, SimilarQuestion, SimilarRequest, SubjectYear, SubjectYearView, Theory,
        TheoryInput, TheoryUpdate, TopicCounts,
        import::{AcceptedImport, DroppedImport},
    },
    catalogue::Subject,
    exam::{CorrectKey, MoveYear, MovedResult, QuestionUses, Rekeyed, RekeyedCount, WithdrawQuestion},
    messages,
    people::Actor,
    records::{CreatedRecords, Drift},
    request::{in_request, request_id},
    statistics::ForecastCheck,
    store::Id,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    changes::Changes,
    envelope::{Data, DataWithMessage, Listed, Message, created, message, ok},
    error::Result,
    extract::{Body, Idempotent, Illustrated, KeyHeader, PICTURE_BODY, PathIds, typed},
    forms::changes_of,
    gate::Caller,
    listing::{ListParams, Listing},
    stream::pieces,
    type_erased::routes,
};

/// Rows of a report that are buffered for a slow reader.
const WAITING: usize = 100;

/// The subject and year whose topics are requested.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AskSections)]
pub struct SectionsRequest {
    subject_id: Id<Subject>,
    year_id: Id<SubjectYear>,
}

/// Whether counters are corrected or only compared.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecountAsk)]
pub struct RecountRequest {
    #[serde(default)]
    dry_run: bool,
}

/// New questions, and similar existing ones, which are reported but not refused.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedQuestions {
    data: Vec<AdminQuestion>,
    similar: Vec<SimilarQuestion>,
    message: String,
}

/// Fields of a question as it was read, and the form fields that they correspond to.
const QUESTION_ALIASES: &[(&str, &str)] =
    &[("passageCheck", "passage_check"), ("section", "sectionId"), ("topic", "topicId")];

/// Any fields of a question's form, and the version that they are based on.
pub struct QuestionChanges;

/// Any fields of a theory question's form, and the version that they are based on.
pub struct TheoryChanges;

impl PartialSchema for QuestionChanges {
    fn schema() -> RefOr<Schema> {
        changes_of(QuestionInput::schema(), &AdminQuestion::schema(), QUESTION_ALIASES, Some("questionId"))
    }
}

impl PartialSchema for TheoryChanges {
    fn schema() -> RefOr<Schema> {
        changes_of(TheoryUpdate::schema(), &AdminTheory::schema(), &[], Some("theoryId"))
    }
}

impl ToSchema for QuestionChanges {}
impl ToSchema for TheoryChanges {}

/// Paths that differ only by parameter must use the same parameter name: `{a}` is the section in an add and the
/// question in a delete.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_question_subjects))
        .routes(routes!(bank_grid))
        .routes(routes!(move_year))
        .routes(routes!(question_topic_sections))
        .routes(routes!(list_questions))
        .routes(routes!(find_question))
        .routes(routes!(create_questions))
        .routes(routes!(similar_questions))
        .routes(routes!(question_uses))
        .routes(routes!(update_question))
        .routes(routes!(delete_question))
        .routes(routes!(list_theories))
        .routes(routes!(find_theory))
        .routes(routes!(create_theory))
        .routes(routes!(update_theory))
        .routes(routes!(delete_theory))
        .routes(routes!(correct_key))
        .routes(routes!(withdraw_question))
        .layer(DefaultBodyLimit::max(PICTURE_BODY))
}

/// The routes that only super admins may call.
pub fn owner() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(recount))
        .routes(routes!(check_forecasts))
        .routes(routes!(accepted_imports))
        .routes(routes!(drop_import))
}

/// Compare the stored counters with their rows, and correct them
#[utoipa::path(post, path = "/admin/bank/recount", tag = "bank", request_body = RecountRequest, responses((status = 200, body = Data<Vec<Drift>>)))]
async fn recount(State(app): State<App>, Caller(actor): Caller, Body(ask): Body<RecountRequest>) -> Result<Response> {
    Ok(ok(Data { data: app.recount(&actor, ask.dry_run).await? }).into_response())
}

/// Compare forecasts of scores with the mocks that students took afterwards, by exam
#[utoipa::path(get, path = "/admin/bank/forecasts", tag = "bank", responses((status = 200, body = Data<Vec<ForecastCheck>>)))]
async fn check_forecasts(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.check_forecasts(&actor).await? }).into_response())
}

/// List accepted imports that are not finished
#[utoipa::path(get, path = "/admin/bank/imports", tag = "bank", responses((status = 200, body = Data<Vec<AcceptedImport>>)))]
async fn accepted_imports(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.accepted_imports().await? }).into_response())
}

/// Drop an accepted import that cannot be finished
#[utoipa::path(
    delete, path = "/admin/bank/imports/{id}", tag = "bank",
    params(("id" = String, Path, description = "the subject-year that it writes into")),
    responses((status = 200, body = Data<DroppedImport>), (status = 409)),
)]
async fn drop_import(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.drop_import(&actor, path.last()).await? }).into_response())
}

/// List the subjects with a question bank, by exam
#[utoipa::path(
    get, path = "/admin/question-subjects", tag = "bank",
    responses((status = 200, body = Data<Vec<ExamSubjects>>)),
)]
async fn list_question_subjects(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.list_question_subjects().await? }).into_response())
}

/// The whole bank: exams, subjects and years, with their numbers of questions
#[utoipa::path(get, path = "/admin/bank/grid", tag = "bank", responses((status = 200, body = Data<Vec<BankOfExam>>)))]
async fn bank_grid(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.bank_grid().await? }).into_response())
}

/// Move an inactive year with its questions to another calendar year, or to a section of another subject
#[utoipa::path(
    put, path = "/admin/subject-years/move/{id}", tag = "bank",
    params(("id" = String, Path)),
    request_body = MoveYear,
    responses((status = 200, body = DataWithMessage<SubjectYearView>), (status = 409)),
)]
async fn move_year(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<MoveYear>,
) -> Result<Response> {
    let data = app.move_year(&actor, &Id::new(path.last()), &ask).await?;
    Ok(ok(DataWithMessage { data, message: messages::YEAR_MOVED.into() }).into_response())
}

/// List the topics and sections of a year, with their numbers of questions
#[utoipa::path(
    post, path = "/admin/question-topic-sections", tag = "bank",
    request_body = SectionsRequest,
    responses((status = 200, body = Data<Vec<TopicCounts>>)),
)]
async fn question_topic_sections(State(app): State<App>, Body(ask): Body<SectionsRequest>) -> Result<Response> {
    Ok(ok(Data { data: app.question_topic_sections(&ask.subject_id, &ask.year_id).await? }).into_response())
}

/// List questions of a subject, topic, year, section and university; `all` stands for any
#[utoipa::path(
    get, path = "/admin/questions/{a}/{b}/{c}/{d}/{e}", tag = "bank",
    params(
        ("a" = String, Path, description = "subject"),
        ("b" = String, Path, description = "topic"),
        ("c" = String, Path, description = "year"),
        ("d" = String, Path, description = "section"),
        ("e" = String, Path, description = "university"),
        ListParams<Question>,
    ),
    responses((status = 200, body = Listed<AdminQuestion>)),
)]
async fn list_questions(State(app): State<App>, path: PathIds, Listing(query): Listing) -> Result<Response> {
    let filter = path.bank_filter();
    Ok(ok(Listed::from(app.list_items::<ChoiceBody>(&filter, &query).await?)).into_response())
}

/// Read one question with its key
#[utoipa::path(
    get, path = "/admin/questions/{a}/{b}/{c}", tag = "bank",
    params(
        ("a" = String, Path, description = "subject"),
        ("b" = String, Path, description = "year"),
        ("c" = String, Path, description = "question"),
    ),
    responses((status = 200, body = Data<AdminQuestion>)),
)]
async fn find_question(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find_item::<ChoiceBody>(&Id::new(path.last())).await? }).into_response())
}

/// Add a question, or a linked group of up to five; reports similar questions of the subject
#[utoipa::path(
    post, path = "/admin/questions/{a}/add", tag = "bank",
    params(("a" = String, Path, description = "section"), KeyHeader),
    request_body = QuestionsInput,
    responses((status = 201, body = AddedQuestions)),
)]
async fn create_questions(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Idempotent(request, Illustrated(input)): Idempotent<Illustrated<QuestionsInput>>,
) -> Result<Response> {
    let section = Id::new(path.last());
    let find = async |records: CreatedRecords| app.find_items(&records.all::<Question>()).await;
    let data = app.once(request, app.create_questions(&actor, &section, input), find).await?;
    let mut similar: Vec<SimilarQuestion> = Vec::new();
    for question in &data {
        let found = app.similar_questions(&question.into()).await?;
        let is_told = |one: &SimilarQuestion| {
            similar.iter().any(|other| other.id == one.id) || data.iter().any(|added| added.id == one.id)
        };
        let new: Vec<_> = found.into_iter().filter(|one| !is_told(one)).collect();
        similar.extend(new);
    }
    Ok(created(AddedQuestions { data, similar, message: "Question successfully added.".into() }))
}

/// Find questions of the subject, of any year, that are the same or similar
#[utoipa::path(
    post, path = "/admin/questions/similar", tag = "bank",
    request_body = SimilarRequest,
    responses((status = 200, body = Data<Vec<SimilarQuestion>>)),
)]
async fn similar_questions(State(app): State<App>, Body(ask): Body<SimilarRequest>) -> Result<Response> {
    Ok(ok(Data { data: app.similar_questions(&ask).await? }).into_response())
}

/// Count the results and running tests with a question
#[utoipa::path(
    get, path = "/admin/questions/{a}/uses", tag = "bank",
    params(("a" = String, Path, description = "question")),
    responses((status = 200, body = Data<QuestionUses>)),
)]
async fn question_uses(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.question_uses(&Id::new(path.last())).await? }).into_response())
}

/// Change a question
#[utoipa::path(
    put, path = "/admin/questions/update/{id}", tag = "bank",
    params(("id" = String, Path)),
    request_body = QuestionChanges,
    responses((status = 200, body = DataWithMessage<AdminQuestion>)),
)]
async fn update_question(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Illustrated(body): Illustrated<Map<String, Value>>,
) -> Result<Response> {
    let changes = Changes::of(body, &QuestionInput::schema(), QUESTION_ALIASES)?;
    update::<ChoiceBody>(&app, &actor, path, &changes).await
}

/// Correct a wrong key and re-mark every result with the question; the report is streamed
#[utoipa::path(
    put, path = "/admin/questions/{a}/key", tag = "bank",
    params(("a" = String, Path, description = "question")),
    request_body = CorrectKey,
    responses((status = 200, body = Rekeyed), (status = 404), (status = 409)),
)]
async fn correct_key(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<CorrectKey>,
) -> Result<Response> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let id = Id::new(path.last());
    report_moved(async move { app.correct_key_streaming(&actor, &id, ask, sender).await }, receiver).await
}

/// Withdraw a question from all results, or put it back
#[utoipa::path(
    put, path = "/admin/questions/{a}/withdrawn", tag = "bank",
    params(("a" = String, Path, description = "question")),
    request_body = WithdrawQuestion,
    responses((status = 200, body = Rekeyed), (status = 404), (status = 409)),
)]
async fn withdraw_question(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<WithdrawQuestion>,
) -> Result<Response> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let id = Id::new(path.last());
    report_moved(async move { app.withdraw_question_streaming(&actor, &id, ask, sender).await }, receiver).await
}

/// Reports the results that a correction moves while it marks them again.
async fn report_moved(
    work: impl Future<Output = sabi_core::Result<RekeyedCount>> + Send + 'static,
    mut receiver: mpsc::Receiver<MovedResult>,
) -> Result<Response> {
    let work = tokio::spawn(in_request(request_id().unwrap_or_default(), work));
    // A refusal arrives before the first result.
    let Some(first) = receiver.recv().await else {
        let RekeyedCount { affected, moved } = work.await.map_err(Error::internal)??;
        return Ok(ok(Rekeyed { affected, moved, changed: Vec::new() }).into_response());
    };
    let report = async_stream::try_stream! {
        yield Bytes::from_static(b"{\"success\":true,\"changed\":[");
        let (mut next, mut comma) = (Some(first), "");
        while let Some(moved) = next {
            let moved = serde_json::to_string(&moved).map_err(Error::internal)?;
            yield Bytes::from(format!("{comma}{moved}"));
            (next, comma) = (receiver.recv().await, ",");
        }
        let RekeyedCount { affected, moved } = work.await.map_err(Error::internal)??;
        yield Bytes::from(format!("],\"affected\":{affected},\"moved\":{moved}}}"));
    };
    Ok(pieces("application/json", report))
}

/// Delete a question that is in no test
#[utoipa::path(
    delete, path = "/admin/questions/{a}", tag = "bank",
    params(("a" = String, Path, description = "question")),
    responses((status = 200, body = Message)),
)]
async fn delete_question(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    delete::<ChoiceBody>(&app, &actor, path).await
}

/// List theory questions of a subject, year and section; `all` stands for any
#[utoipa::path(
    get, path = "/admin/theories/{a}/{b}/{c}", tag = "bank",
    params(
        ("a" = String, Path, description = "subject"),
        ("b" = String, Path, description = "year"),
        ("c" = String, Path, description = "section"),
        ListParams<Theory>,
    ),
    responses((status = 200, body = Listed<AdminTheory>)),
)]
async fn list_theories(State(app): State<App>, path: PathIds, Listing(query): Listing) -> Result<Response> {
    let filter = path.theory_filter();
    Ok(ok(Listed::from(app.list_items::<EssayBody>(&filter, &query).await?)).into_response())
}

/// Read one theory question with its model answers
#[utoipa::path(
    get, path = "/admin/theory/{subjectId}/{yearId}/{id}", tag = "bank",
    params(("subjectId" = String, Path), ("yearId" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = Data<AdminTheory>)),
)]
async fn find_theory(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find_item::<EssayBody>(&Id::new(path.last())).await? }).into_response())
}

/// Add a theory question
#[utoipa::path(
    post, path = "/admin/theories/add", tag = "bank",
    params(KeyHeader),
    request_body = TheoryInput,
    responses((status = 201, body = DataWithMessage<AdminTheory>), (status = 404)),
)]
async fn create_theory(
    State(app): State<App>,
    Caller(actor): Caller,
    Idempotent(request, Illustrated(given)): Idempotent<Illustrated<Map<String, Value>>>,
) -> Result<Response> {
    let given = Value::Object(given);
    // The two parts are parsed separately, so that an error names the wrong field.
    let input = TheoryInput { place: typed(given.clone())?, fields: typed(given)? };
    let find = async |records: CreatedRecords| app.find_item::<EssayBody>(&records.one()?).await;
    let data = app.once(request, app.create_theory(&actor, input), find).await?;
    Ok(created(DataWithMessage { data, message: "Theory successfully added.".into() }))
}

/// Change a theory question
#[utoipa::path(
    put, path = "/admin/theories/update/{id}", tag = "bank",
    params(("id" = String, Path)),
    request_body = TheoryChanges,
    responses((status = 200, body = DataWithMessage<AdminTheory>)),
)]
async fn update_theory(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Illustrated(body): Illustrated<Map<String, Value>>,
) -> Result<Response> {
    let changes = Changes::of(body, &TheoryUpdate::schema(), &[])?;
    update::<EssayBody>(&app, &actor, path, &changes).await
}

/// Delete a theory question that is in no test
#[utoipa::path(
    delete, path = "/admin/theories/{a}", tag = "bank",
    params(("a" = String, Path, description = "theory")),
    responses((status = 200, body = Message)),
)]
async fn delete_theory(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    delete::<EssayBody>(&app, &actor, path).await
}

/// Changes an item as its body asks.
async fn update<B>(app: &App, actor: &Actor, path: PathIds, changes: &Changes) -> Result<Response>
where
    B: ItemBody<View: Serialize, Form: Serialize + DeserializeOwned>,
{
    let id = Id::<Item<B>>::new(path.last());
    changes.check_read(async || app.find_item(&id).await).await?;
    let form = |item: &Item<B>| changes.over(&item.form());
    let data = app.edit_item(actor, &id, changes.version, form).await?;
    let message = format!("{} updated successfully", B::KIND.noun());
    Ok(ok(DataWithMessage { data, message }).into_response())
}

/// Deletes an item.
async fn delete<B: ItemBody>(app: &App, actor: &Actor, path: PathIds) -> Result<Response> {
    app.delete_item(actor, &Id::<Item<B>>::new(path.last())).await?;
    Ok(message(format!("{} deleted successfully", B::KIND.noun())).into_response())
}

#[cfg(test)]
mod tests {
    use futures::StreamExt as _;
    use serde_json::json;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn the_report_of_a_correction_is_sent_while_results_are_marked() {
        let (sender, receiver) = mpsc::channel(1);
        let (go_on, rest) = oneshot::channel();
        let moved = |quiz: &str| -> MovedResult {
            let user = json!({ "_id": "u1", "first_name": "Ada", "last_name": "Obi", "email": "ada@sabi.test" });
            serde_json::from_value(json!({ "quizId": quiz, "user": user, "before": 40.0, "after": 50.0 })).unwrap()
        };
        let (first, second) = (moved("one"), moved("two"));
        let work = async move {
            sender.send(first).await.unwrap();
            rest.await.unwrap();
            sender.send(second).await.unwrap();
            Ok(RekeyedCount { affected: 3, moved: 2 })
        };
        let response = report_moved(work, receiver).await.expect("a first result");
        let mut body = response.into_body().into_data_stream();
        let mut sent = String::new();
        while !sent.contains("\"one\"") {
            sent.push_str(std::str::from_utf8(&body.next().await.unwrap().unwrap()).unwrap());
        }
        assert!(!sent.contains("affected"), "{sent}");
        go_on.send(()).unwrap();
        while let Some(piece) = body.next().await {
            sent.push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
        }
        let report: Value = serde_json::from_str(&sent).unwrap();
        assert_eq!((&report["affected"], report["changed"].as_array().unwrap().len()), (&json!(3), 2));
    }
}

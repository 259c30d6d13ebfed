// Short names for the API's types. Screens import these, never `schema.d.ts`.

import type { components, operations } from './schema'

type S = components['schemas']

/**
 * A response type: nullable fields are always present, but the API document can only mark them as
 * optional. In requests they really are optional.
 */
export type ResponseOf<T> = T extends readonly (infer Item)[]
  ? ResponseOf<Item>[]
  : T extends object
    ? {
        [K in keyof T as null extends T[K] ? never : K]: ResponseOf<T[K]>
      } & {
        [K in keyof T as null extends T[K] ? K : never]-?: ResponseOf<Exclude<T[K], undefined>>
      }
    : T

/** The server's failure envelope, with a message for each invalid field. */
export type Failure = S['Failure']
export type Ref = S['Ref']
export type ExamRef = S['ExamRef']
export type User = ResponseOf<S['User']>
export type Register = S['Register']
export type Profile = S['Profile']
export type NewPassword = S['NewPassword']
export type ChangePassword = S['ChangePassword']
export type Country = S['Country']
export type Session = ResponseOf<S['Session']>
export type SecondFactorState = ResponseOf<S['SecondFactorState']>
export type SecondFactorSetup = S['SecondFactorSetup']
export type Proof = S['Proof']
export type Exam = ResponseOf<S['Exam']>
export type ExamType = Exam['examType']
export type Assessment = ResponseOf<S['Assessment']>
export type AssessmentSlug = Assessment['slug']
export type Topic = ResponseOf<S['Topic']>
export type Registration = ResponseOf<S['Registration']>
export type UserSubscription = ResponseOf<S['UserSubscription']>
export type ExamChoice = ResponseOf<S['ExamChoice']>
/** An exam as visitors see it. */
export type ExamOffer = ResponseOf<S['ExamOffer']>
/** The public page of an exam. */
export type ExamPage = ResponseOf<S['ExamPage']>
export type PublicPlan = ResponseOf<S['PublicPlan']>
/** Questions that visitors answer without an account, with keys and explanations. */
export type VisitorPaper = ResponseOf<S['VisitorPaper']>
export type VisitorQuestion = ResponseOf<S['VisitorQuestionView']>
export type KeepVisitorAnswers = S['KeepVisitorAnswers']
/** A student's score in them from before the account. */
export type VisitorScore = ResponseOf<S['VisitorScore']>
/** The number of questions. */
export type BankSize = ResponseOf<S['BankSize']>
/** A payment that may still be paid. */
export type OpenPayment = ResponseOf<S['OpenPayment']>
export type PaymentFound = ResponseOf<S['PaymentFound']>
export type PlanOffer = ResponseOf<S['PlanOffer']>
export type PaymentStarted = ResponseOf<S['PaymentStarted']>
export type SubscribePlan = S['SubscribePlan']
export type University = ResponseOf<S['PublicUniversity']>
export type Category = ResponseOf<S['PublicCategory']>
export type Course = ResponseOf<S['PublicCourse']>
export type CourseSubject = ResponseOf<S['CourseSubject']>
export type SaveSubjects = S['SaveSubjects']
export type SelectSubjects = S['SelectSubjects']
export type Question = ResponseOf<S['Question']>
export type Theory = ResponseOf<S['Theory']>
export type Choice = S['Choice']
export type Paper = ResponseOf<S['Paper']>
export type Answer = S['Answer']
type QuestionReveal = Extract<S['Reveal'], { question: string }>
type TheoryReveal = Extract<S['Reveal'], { theory: string }>
/** One of two types, read as an object with all their fields. */
export type Reveal = Partial<QuestionReveal & TheoryReveal>
// In a saved answer, null fields are left out.
export type Attempt = Omit<ResponseOf<S['Attempt']>, 'answers' | 'revealed'> & {
  answers: Answer[]
  revealed: Reveal[]
}
export type StartAttempt = S['StartAttempt']
export type AskPaper = S['AskPaper']
export type Availability = ResponseOf<S['Availability']>
export type Quiz = ResponseOf<S['Quiz']>
export type Score = ResponseOf<S['Score']>
export type SubjectResult = ResponseOf<S['SubjectResult']>
export type Correction = ResponseOf<S['Correction']>
export type TheoryResult = ResponseOf<S['TheoryResult']>
export type Advice = ResponseOf<S['Advice']>
export type GivenGrade = S['GivenGrade']
export type MockAnalytics = ResponseOf<S['MockAnalytics']>
export type ExamMocks = ResponseOf<S['ExamMocks']>
export type MockPoint = ResponseOf<S['MockPoint']>
export type WeakTopic = S['WeakTopic']
export type SubjectForecast = S['SubjectForecast']
export type ScoreRange = S['ScoreRange']
export type NewProgressLink = S['NewProgressLink']
export type ProgressLink = ResponseOf<S['ProgressLink']>
export type Reminder = ResponseOf<S['Reminder']>
export type TurnOnReminder = S['TurnOnReminder']
export type TodaySession = ResponseOf<S['Today']>
export type QuestionToLearn = ResponseOf<S['QuestionToLearn']>
export type ReportReason = S['Reason']
export type OwnReport = ResponseOf<S['OwnReport']>
export type AdminQuestion = ResponseOf<S['AdminQuestion']>
export type AdminTheory = ResponseOf<S['AdminTheory']>
export type QuestionsInput = S['QuestionsInput']
export type QuestionEntry = S['QuestionEntry']
export type QuestionChanges = S['QuestionChanges']
export type TheoryInput = S['TheoryInput']
export type TheoryChanges = S['TheoryChanges']
export type SubjectYear = ResponseOf<S['SubjectYear']>
export type ExamSubjects = ResponseOf<S['ExamSubjects']>
export type BankOfExam = ResponseOf<S['BankOfExam']>
export type BankOfSubject = ResponseOf<S['BankOfSubject']>
export type BankOfYear = ResponseOf<S['BankOfYear']>
export type TopicCounts = ResponseOf<S['TopicCounts']>
export type SectionCounts = ResponseOf<S['SectionCounts']>
export type Section = ResponseOf<S['Section']>
export type SectionInput = S['SectionInput']
export type SectionChanges = S['SectionChanges']
export type SubjectYearInput = S['SubjectYearInput']
export type MoveYear = S['MoveYear']
export type SubjectYearChanges = S['SubjectYearChanges']
export type SimilarAsk = S['SimilarAsk']
export type SimilarQuestion = ResponseOf<S['SimilarQuestion']>
export type QuestionUses = ResponseOf<S['QuestionUses']>
export type QuestionFigures = ResponseOf<S['QuestionFigures']>
export type RankedQuestion = ResponseOf<S['RankedQuestion']>
export type GiveSubscription = S['GiveSubscription']
export type CorrectKey = S['CorrectKey']
export type WithdrawQuestion = S['WithdrawQuestion']
export type Rekeyed = ResponseOf<S['Rekeyed']>
export type BankFault = ResponseOf<S['BankFault']>
/** A part of a file of questions, by its own columns. */
export type FilePart = ResponseOf<S['FilePart']>
/** The questions of a dry run as students will see them. */
export type ImportPreview = ResponseOf<S['ImportPreview']>
/** A comment of an administrator on a question. */
export type QuestionComment = ResponseOf<S['QuestionComment']>
/** A question before a change of its content. */
export type QuestionVersion = VersionOf<'question_versions'>
/** A theory question before a change of its content. */
export type TheoryVersion = VersionOf<'theory_versions'>
type VersionOf<List extends 'question_versions' | 'theory_versions'> = ResponseOf<
  operations[List]['responses'][200]['content']['application/json']['data'][number]
>
export type ConcernKind = S['ConcernKind']
/** A question that an editor should look at, with the reasons. */
export type NeedsLook = ResponseOf<S['NeedsLook']>
export type BankStats = ResponseOf<S['BankStats']>
export type BankFormat = S['Format']
export type ExportReport = ResponseOf<S['ExportReport']>
export type Subject = ResponseOf<S['Subject']>
export type Banner = ResponseOf<S['Banner']>
export type Testimonial = ResponseOf<S['PublicTestimonial']>
export type NewsCard = ResponseOf<S['NewsCard']>
export type News = ResponseOf<S['News']>
export type ContactInput = S['ContactInput']
export type HomeBlock = S['HomeBlock']
export type HomeSetting = ResponseOf<S['HomeSetting']>
export type HomeSettingChanges = S['HomeSettingChanges']
export type EmailTemplate = ResponseOf<S['EmailTemplate']>
export type EmailTemplateInput = S['EmailTemplateInput']
export type MonthlyRegistrations = S['MonthlyRegistrations']
export type Waiting = S['Waiting']
/** An audit entry; its content differs by entity. */
export type AuditEntry = Omit<ResponseOf<S['AuditEntry']>, 'before' | 'after'> & {
  before: Record<string, unknown>
  after: Record<string, unknown>
}
/** A placeholder of a mail template. */
export interface Placeholder {
  name: string
  what: string
  sample: string
  required: boolean
}
export type ImportReport = ResponseOf<S['ImportReport']>

/** The query of a list page. */
export interface PageQuery {
  /** Counted from 1. */
  page: number
  limit: number
  /** `field` or `-field`; the server's default order if missing. */
  sort?: string | undefined
  /** Search words. */
  q?: string | undefined
}

/** The same with filters by name. */
export interface ListQuery extends PageQuery {
  filters: Record<string, string>
}

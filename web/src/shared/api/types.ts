// Short names for the API's types. Screens import these, never `schema.d.ts`.

import type { components, operations } from './schema'

type S = components['schemas']

/**
 * A response type: nullable fields are always present, but the API document can only mark them as
 * optional. In requests they really are optional.
 */
export type Sent<T> = T extends readonly (infer Item)[]
  ? Sent<Item>[]
  : T extends object
    ? {
        [K in keyof T as null extends T[K] ? never : K]: Sent<T[K]>
      } & {
        [K in keyof T as null extends T[K] ? K : never]-?: Sent<Exclude<T[K], undefined>>
      }
    : T

/** The server's failure envelope, with a message for each invalid field. */
export type Failure = S['Failure']
export type Ref = S['Ref']
export type ExamRef = S['ExamRef']
export type User = Sent<S['User']>
export type Register = S['Register']
export type Profile = S['Profile']
export type NewPassword = S['NewPassword']
export type ChangePassword = S['ChangePassword']
export type Country = S['Country']
export type Session = Sent<S['Session']>
export type SecondFactorState = Sent<S['SecondFactorState']>
export type SecondFactorSetup = S['SecondFactorSetup']
export type Proof = S['Proof']
export type Exam = Sent<S['Exam']>
export type ExamType = Exam['examType']
export type Assessment = Sent<S['Assessment']>
export type AssessmentSlug = Assessment['slug']
export type Topic = Sent<S['Topic']>
export type Registration = Sent<S['Registration']>
export type UserSubscription = Sent<S['UserSubscription']>
export type ExamChoice = Sent<S['ExamChoice']>
/** An exam as visitors see it. */
export type ExamOffer = Sent<S['ExamOffer']>
/** The public page of an exam. */
export type ExamPage = Sent<S['ExamPage']>
export type PublicPlan = Sent<S['PublicPlan']>
/** Questions that visitors answer without an account, with keys and explanations. */
export type VisitorPaper = Sent<S['VisitorPaper']>
export type VisitorQuestion = Sent<S['VisitorQuestionView']>
export type KeepVisitorAnswers = S['KeepVisitorAnswers']
/** A student's score in them from before the account. */
export type VisitorScore = Sent<S['VisitorScore']>
/** The number of questions. */
export type BankSize = Sent<S['BankSize']>
/** A payment that may still be paid. */
export type OpenPayment = Sent<S['OpenPayment']>
export type PaymentFound = Sent<S['PaymentFound']>
export type PlanOffer = Sent<S['PlanOffer']>
export type PaymentStarted = Sent<S['PaymentStarted']>
export type SubscribePlan = S['SubscribePlan']
export type University = Sent<S['PublicUniversity']>
export type Category = Sent<S['PublicCategory']>
export type Course = Sent<S['PublicCourse']>
export type CourseSubject = Sent<S['CourseSubject']>
export type SaveSubjects = S['SaveSubjects']
export type SelectSubjects = S['SelectSubjects']
export type Question = Sent<S['Question']>
export type Theory = Sent<S['Theory']>
export type Choice = S['Choice']
export type Paper = Sent<S['Paper']>
export type Answer = S['Answer']
type QuestionReveal = Extract<S['Reveal'], { question: string }>
type TheoryReveal = Extract<S['Reveal'], { theory: string }>
/** One of two types, read as an object with all their fields. */
export type Reveal = Partial<QuestionReveal & TheoryReveal>
// In a saved answer, null fields are left out.
export type Attempt = Omit<Sent<S['Attempt']>, 'answers' | 'revealed'> & {
  answers: Answer[]
  revealed: Reveal[]
}
export type StartAttempt = S['StartAttempt']
export type AskPaper = S['AskPaper']
export type Availability = Sent<S['Availability']>
export type Quiz = Sent<S['Quiz']>
export type Score = Sent<S['Score']>
export type SubjectResult = Sent<S['SubjectResult']>
export type Correction = Sent<S['Correction']>
export type TheoryResult = Sent<S['TheoryResult']>
export type Advice = Sent<S['Advice']>
export type GivenGrade = S['GivenGrade']
export type MockAnalytics = Sent<S['MockAnalytics']>
export type ExamMocks = Sent<S['ExamMocks']>
export type MockPoint = Sent<S['MockPoint']>
export type WeakTopic = S['WeakTopic']
export type SubjectForecast = S['SubjectForecast']
export type ScoreRange = S['ScoreRange']
export type NewProgressLink = S['NewProgressLink']
export type ProgressLink = Sent<S['ProgressLink']>
export type Reminder = Sent<S['Reminder']>
export type TurnOnReminder = S['TurnOnReminder']
export type TodaySession = Sent<S['Today']>
export type QuestionToLearn = Sent<S['QuestionToLearn']>
export type ReportReason = S['Reason']
export type OwnReport = Sent<S['OwnReport']>
export type AdminQuestion = Sent<S['AdminQuestion']>
export type AdminTheory = Sent<S['AdminTheory']>
export type QuestionsInput = S['QuestionsInput']
export type QuestionEntry = S['QuestionEntry']
export type QuestionChanges = S['QuestionChanges']
export type TheoryInput = S['TheoryInput']
export type TheoryChanges = S['TheoryChanges']
export type SubjectYear = Sent<S['SubjectYear']>
export type ExamSubjects = Sent<S['ExamSubjects']>
export type BankOfExam = Sent<S['BankOfExam']>
export type BankOfSubject = Sent<S['BankOfSubject']>
export type BankOfYear = Sent<S['BankOfYear']>
export type TopicCounts = Sent<S['TopicCounts']>
export type SectionCounts = Sent<S['SectionCounts']>
export type Section = Sent<S['Section']>
export type SectionInput = S['SectionInput']
export type SectionChanges = S['SectionChanges']
export type SubjectYearInput = S['SubjectYearInput']
export type MoveYear = S['MoveYear']
export type SubjectYearChanges = S['SubjectYearChanges']
export type SimilarAsk = S['SimilarAsk']
export type SimilarQuestion = Sent<S['SimilarQuestion']>
export type QuestionUses = Sent<S['QuestionUses']>
export type QuestionFigures = Sent<S['QuestionFigures']>
export type RankedQuestion = Sent<S['RankedQuestion']>
export type GiveSubscription = S['GiveSubscription']
export type CorrectKey = S['CorrectKey']
export type WithdrawQuestion = S['WithdrawQuestion']
export type Rekeyed = Sent<S['Rekeyed']>
export type BankFault = Sent<S['BankFault']>
/** A part of a file of questions, by its own columns. */
export type FilePart = Sent<S['FilePart']>
/** The questions of a dry run as students will see them. */
export type ImportPreview = Sent<S['ImportPreview']>
/** A comment of an administrator on a question. */
export type QuestionComment = Sent<S['QuestionComment']>
/** A question before a change of its content. */
export type QuestionVersion = VersionOf<'question_versions'>
/** A theory question before a change of its content. */
export type TheoryVersion = VersionOf<'theory_versions'>
type VersionOf<List extends 'question_versions' | 'theory_versions'> = Sent<
  operations[List]['responses'][200]['content']['application/json']['data'][number]
>
export type ConcernKind = S['ConcernKind']
/** A question that an editor should look at, with the reasons. */
export type NeedsLook = Sent<S['NeedsLook']>
export type BankStats = Sent<S['BankStats']>
export type BankFormat = S['Format']
export type ExportReport = Sent<S['ExportReport']>
export type Subject = Sent<S['Subject']>
export type Banner = Sent<S['Banner']>
export type Testimonial = Sent<S['PublicTestimonial']>
export type NewsCard = Sent<S['NewsCard']>
export type News = Sent<S['News']>
export type ContactInput = S['ContactInput']
export type HomeBlock = S['HomeBlock']
export type HomeSetting = Sent<S['HomeSetting']>
export type HomeSettingChanges = S['HomeSettingChanges']
export type EmailTemplate = Sent<S['EmailTemplate']>
export type EmailTemplateInput = S['EmailTemplateInput']
export type MonthlyRegistrations = S['MonthlyRegistrations']
export type Waiting = S['Waiting']
/** An audit entry; its content differs by entity. */
export type AuditEntry = Omit<Sent<S['AuditEntry']>, 'before' | 'after'> & {
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
export type ImportReport = Sent<S['ImportReport']>

/** The query of a list page. */
export interface PageAsk {
  /** Counted from 1. */
  page: number
  limit: number
  /** `field` or `-field`; the server's default order if missing. */
  sort?: string | undefined
  /** Search words. */
  q?: string | undefined
}

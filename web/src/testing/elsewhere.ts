// Screens of document 3 §2 that another branch builds: empty, and this file deleted, once they
// are merged.
export const elsewhere: readonly RegExp[] = [
  /^\/admin\/(users|students|student-subscriptions|student-registered-subjects|contactus)\b/,
  /^\/admin\/(user-theories-exam|subscribenewsletter|reports|payments|moderators)\b/,
  /^\/admin\/(exams|university|subscriptions|assessments|courses|topic-sections)\b/,
  /^\/admin\/(question-subjects\/add|subject-years\/edit)\b/,
]

export const isElsewhere = (path: string) => elsewhere.some((one) => one.test(path))

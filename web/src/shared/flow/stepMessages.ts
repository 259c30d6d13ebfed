// The texts of the steps from an exam to its subjects.

export const stepTexts = {
  steps: 'Steps to a test',
  comingSoon: (exam: string) => `${exam}: Coming Soon`,
  stepExam: 'Exam',
  stepUniversity: 'University',
  stepPlan: 'Plan',
  stepCategory: 'Category',
  stepCourse: 'Course',
  stepSubjects: 'Subjects',
}

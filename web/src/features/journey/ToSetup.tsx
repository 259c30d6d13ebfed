// One file for the mode of assessment and the setup, which follow one another.
export { AssessmentStep } from './AssessmentStep'
export { SetupStep } from './SetupStep'

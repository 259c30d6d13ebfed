// One file for the topics and the start button, which follow one another.
export { StartExam, StartMock } from './StartTest'
export { TopicsStep } from './TopicsStep'

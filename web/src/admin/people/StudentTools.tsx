// What is done with the list of students as a whole.
import { ExportMenu } from '../lists/ExportMenu'

export const StudentTools = () => <ExportMenu list="students" />

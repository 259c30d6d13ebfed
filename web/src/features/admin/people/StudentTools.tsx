// Actions on the whole list of students.
import { ExportMenu } from '../lists/ExportMenu'

export const StudentTools = () => <ExportMenu list="students" />

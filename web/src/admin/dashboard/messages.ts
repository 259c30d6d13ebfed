// The words of the dashboard.
import { catalogue } from '@/i18n/catalogue'
import { dashboardEnglish } from './messages.en'

export const words = catalogue(dashboardEnglish, {})

// How the fields of a row are shown in a list.
import { formatDate } from '@/shared/i18n/format'
import { sized } from '@/shared/ui/pictures'
import { Status } from '../ui/Status'
import { resourceTexts } from './messages'
import styles from './resource.module.css'

interface Titled {
  title: string
}

/** Active or InActive, from a boolean or a word. */
export const status = (value: boolean | 'Active' | 'InActive') => (
  <Status active={value === true || value === 'Active'} />
)

/** The text of a status, for sorting and searching. */
export const statusText = (value: boolean) =>
  value ? resourceTexts.active : resourceTexts.inactive

/** A small picture. */
export const picture = (address: string | null) =>
  address ? (
    <img src={sized(address, 'thumb')} alt="" loading="lazy" className={styles.thumb} />
  ) : (
    <span className={styles.none}>{resourceTexts.none}</span>
  )

/** A picture 150 pixels wide (spec 3 §2). */
export const widePicture = (address: string | null) =>
  address ? (
    <img src={sized(address, 'small')} alt="" loading="lazy" className={styles.wide} />
  ) : (
    <span className={styles.none}>{resourceTexts.none}</span>
  )

/** The title of a reference. */
export const title = (of: Titled | null) => of?.title ?? ''

/** The titles of references. */
export const titles = (of: readonly Titled[]) => of.map((one) => one.title).join(', ')

/** The beginning of a long text. */
export const textCut = (text: string, most: number) => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('')}...` : text
}

/** The date of an instant. */
export const date = (iso: string) => <time dateTime={iso}>{formatDate(iso)}</time>

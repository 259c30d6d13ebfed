// The photographs of the working in a theory answer: for its student, and for those who grade it.
import { formatNumber } from '@/shared/i18n/format'
import { QuestionPicture } from '@/shared/ui/RichText'

export const PhotographList = ({ photographs }: PhotographListProps) =>
  photographs.map(({ _id, url }, place) => (
    <QuestionPicture key={_id} src={url} alt={`Photograph ${formatNumber(place + 1)}`} />
  ))

interface PhotographListProps {
  photographs: readonly { _id: string; url: string }[]
}

// A field for rich text. The editor's code is loaded when it is first shown.
import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { lazyPart } from './lazyPart'
import type { EditorProps } from './RichTextEditor'
import { ErrorState, Loader } from './states'

const Editor = lazyPart<EditorProps>(
  () => import('./RichTextEditor').then((m) => m.Editor),
  ({ again, failed }) => <ErrorState message={failed} onRetry={again} />,
  () => <Loader />,
)

export function RichTextField(props: RichTextFieldProps) {
  const { label, description, required, error, ...rest } = props
  const id = useId()
  const describedBy = [error ? `${id}-error` : '', description ? `${id}-hint` : ''].filter(Boolean)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      descriptionProps={{ id: `${id}-hint` }}
      withAsterisk={required ?? false}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <Editor
        label={label}
        required={required ?? false}
        invalid={Boolean(error)}
        describedBy={describedBy.join(' ')}
        {...rest}
      />
    </Input.Wrapper>
  )
}

export interface RichTextFieldProps
  extends Omit<EditorProps, 'label' | 'required' | 'invalid' | 'describedBy'> {
  label: string
  description?: string | undefined
  required?: boolean
  error?: ReactNode
}

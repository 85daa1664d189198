import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import styles from './poll-dialog.module.css'

interface PollDialogProps {
  /** The message that makes the poll. */
  onPoll: (poll: string) => void
  onClose: () => void
}

/** Asks for the question and the options of a poll. People can add options later. */
export function PollDialog({ onPoll, onClose }: PollDialogProps) {
  const formId = useId()
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState<readonly string[]>(['', ''])

  function submit(event: FormEvent) {
    event.preventDefault()
    onClose()
    const lines = options.map(oneLine).filter((option) => option !== '')
    onPoll([`/poll ${oneLine(question)}`, ...lines].join('\n'))
  }
  return (
    <Dialog
      title={t.compose.poll.title}
      size="small"
      onClose={onClose}
      actions={
        <FormActions
          form={formId}
          submit={t.compose.poll.send}
          busy={false}
          disabled={question.trim() === ''}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <TextField
          label={t.compose.poll.question}
          autoFocus
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        {options.map((option, index) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place in the list
            key={index}
            label={t.compose.poll.option(index + 1)}
            value={option}
            onChange={({ target }) =>
              setOptions(options.map((one, at) => (at === index ? target.value : one)))
            }
          />
        ))}
        <Button size="small" look="quiet" icon={<Plus />} onClick={() => setOptions([...options, ''])}>
          {t.compose.poll.addOption}
        </Button>
      </form>
    </Dialog>
  )
}

/** Each option is a line of the message. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

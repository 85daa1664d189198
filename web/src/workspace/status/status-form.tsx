import { SmilePlus, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { offeredPresets, type Period, shownText, storedText } from '../../shell/status-words.tsx'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { dayAndTime } from '../../ui/times.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from './status-form.module.css'

const MAX_TEXT_LENGTH = 60

export type Availability = 'available' | 'away' | 'do_not_disturb'

export interface StatusEmoji {
  name: string
  code: string
  type: string
  /** of a unicode emoji */
  character?: string | undefined
  /** of an emoji of the organization */
  url?: string | undefined
}

/** What a person chooses. The text is as the server stores it. */
export interface ChosenStatus {
  availability: Availability
  text: string
  emoji: StatusEmoji | undefined
  /** epoch seconds */
  clearAt: number | null
}

interface StatusFormProps {
  status: ChosenStatus
  save: (status: ChosenStatus) => Promise<unknown>
  onSaved: () => void
  /** Lets the person choose any emoji. Without it, those of the suggestions only. */
  picker?: (onPick: (emoji: StatusEmoji) => void) => ReactNode
}

const periods: readonly Period[] = ['never', 'halfHour', 'hour', 'fourHours', 'today', 'week']

export function StatusForm({ status, save, onSaved, picker }: StatusFormProps) {
  const [availability, setAvailability] = useState(status.availability)
  const [text, setText] = useState(shownText(status.text))
  const [emoji, setEmoji] = useState(status.emoji)
  const [after, setAfter] = useState<Period | 'kept'>(status.clearAt === null ? 'never' : 'kept')
  const { busy, error, run } = useSubmit()
  async function store(chosen: ChosenStatus) {
    if (await run(() => save(chosen))) onSaved()
  }
  const clearAt = after === 'kept' ? status.clearAt : endOf(after, new Date())
  const isNothing = availability === 'available' && text.trim() === '' && !emoji
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void store({ availability, text: storedText(text), emoji, clearAt: isNothing ? null : clearAt })
      }}
    >
      <h2>{t.status.title}</h2>
      <div className={styles.line}>
        <EmojiButton emoji={emoji} picker={picker} onChange={setEmoji} />
        <div className={styles.text}>
          <TextField
            label={t.status.text}
            hideLabel
            placeholder={t.status.placeholder}
            maxLength={MAX_TEXT_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <Suggestions
        chosen={storedText(text)}
        onChoose={(preset) => {
          setText(t.status.names[preset.name])
          setEmoji({ ...preset.emoji, type: 'unicode_emoji' })
          setAfter(preset.after)
        }}
      />
      <RadioGroup<Availability>
        label={t.status.availability}
        value={availability}
        onChange={setAvailability}
        choices={[
          { value: 'available', label: t.status.names.available },
          { value: 'away', label: t.status.names.away, hint: t.status.awayHint },
          { value: 'do_not_disturb', label: t.status.names.do_not_disturb, hint: t.status.quietHint },
        ]}
      />
      <SelectField
        label={t.status.clearAfter}
        value={after}
        onChange={(event) => setAfter(event.target.value as Period | 'kept')}
      >
        {status.clearAt !== null && (
          <option value="kept">{t.status.clearsAt(dayAndTime(status.clearAt * 1000, 'short'))}</option>
        )}
        {periods.map((period) => (
          <option key={period} value={period}>
            {t.status.periods[period]}
          </option>
        ))}
      </SelectField>
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
      <div className={styles.actions}>
        <Button
          disabled={busy}
          onClick={() => void store({ availability: 'available', text: '', emoji: undefined, clearAt: null })}
        >
          {t.status.clear}
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {t.status.save}
        </Button>
      </div>
    </form>
  )
}

interface EmojiButtonProps {
  emoji: StatusEmoji | undefined
  picker: StatusFormProps['picker']
  onChange: (emoji: StatusEmoji | undefined) => void
}

/** The picker opens within the form: a box above the box would close it. */
function EmojiButton({ emoji, picker, onChange }: EmojiButtonProps) {
  const [picking, setPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function pick(chosen: StatusEmoji | undefined) {
    setPicking(false)
    onChange(chosen)
    button.current?.focus()
  }
  const picture = emoji?.url ? (
    <img src={emoji.url} alt="" width={20} height={20} />
  ) : emoji?.character ? (
    <span aria-hidden="true">{emoji.character}</span>
  ) : (
    <SmilePlus />
  )
  return (
    <>
      {picker ? (
        <IconButton
          ref={button}
          label={t.status.chooseEmoji}
          aria-expanded={picking}
          onClick={() => setPicking(!picking)}
        >
          {picture}
        </IconButton>
      ) : (
        emoji && <span className={styles.emoji}>{picture}</span>
      )}
      {emoji && (
        <IconButton label={t.status.removeEmoji} onClick={() => pick(undefined)}>
          <X />
        </IconButton>
      )}
      {picking && picker && <div className={styles.picker}>{picker(pick)}</div>}
    </>
  )
}

interface SuggestionsProps {
  /** the text as it would be stored */
  chosen: string
  onChoose: (preset: (typeof offeredPresets)[number]) => void
}

function Suggestions({ chosen, onChoose }: SuggestionsProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className={styles.heading}>
        {t.status.suggestions}
      </p>
      <ul className={styles.suggestions} aria-labelledby={id}>
        {offeredPresets.map((preset) => (
          <li key={preset.name}>
            <Button size="small" aria-pressed={preset.text === chosen} onClick={() => onChoose(preset)}>
              <span aria-hidden="true">{preset.emoji.character}</span> {t.status.names[preset.name]}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** When a period ends that begins now, in epoch seconds. Weeks end on Sunday. */
function endOf(period: Period, now: Date): number | null {
  const minutes = { halfHour: 30, hour: 60, fourHours: 240 } as const
  if (period === 'never') return null
  if (period !== 'today' && period !== 'week') return Math.floor(now.getTime() / 1000) + minutes[period] * 60
  const days = period === 'today' ? 1 : 8 - (now.getDay() || 7)
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime() / 1000
}

import { ArrowUp, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type FormDraft, useShown } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { type KnownNumber, numberKinds, numberName, useKnownNumbers } from './known-numbers.ts'
import styles from './numbers.module.css'

const OTHER = 'other'

interface NumberPickerProps {
  instanceUuid: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  /** What it means to choose none. Without it, a number is needed. */
  none?: string
  /** Only extensions, such as for mailboxes. */
  extensionsOnly?: boolean
  onChange: (number: string) => void
}

/** One of the numbers of an instance, by name. Another number, such as one outside, can be typed. */
export function NumberPicker(props: NumberPickerProps) {
  const { instanceUuid, label, hint, error, value, none, extensionsOnly = false, onChange } = props
  const numbers = useKnownNumbers(instanceUuid)
  const [chosen, setChosen] = useState<typeof OTHER>()
  const isOther = chosen === OTHER || (value !== '' && !numbers.has(value))
  function choose(number: string) {
    setChosen(number === OTHER ? OTHER : undefined)
    onChange(number === OTHER ? '' : number)
  }
  return (
    <div className={styles.picker}>
      <SelectField
        label={label}
        hint={hint}
        error={isOther ? undefined : error}
        value={isOther ? OTHER : value}
        onChange={(event) => choose(event.target.value)}
      >
        {(none !== undefined || value === '') && <option value="">{none ?? p.numbers.choose}</option>}
        <NumberOptions numbers={[...numbers.values()]} extensionsOnly={extensionsOnly} />
        {!extensionsOnly && <option value={OTHER}>{p.numbers.other}</option>}
        {extensionsOnly && isOther && <option value={OTHER}>{value}</option>}
      </SelectField>
      {isOther && !extensionsOnly && (
        <TextField
          label={p.numbers.otherOf(label)}
          error={error}
          type="tel"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )}
    </div>
  )
}

interface NumberOptionsProps {
  numbers: readonly KnownNumber[]
  extensionsOnly: boolean
}

function NumberOptions({ numbers, extensionsOnly }: NumberOptionsProps) {
  return numberKinds
    .filter((kind) => !extensionsOnly || kind === 'extension')
    .map((kind) => {
      const ofKind = numbers.filter((one) => one.kind === kind)
      if (ofKind.length === 0) return null
      return (
        <optgroup key={kind} label={p.numbers.kinds[kind]}>
          {ofKind.map(({ number, name }) => (
            <option key={number} value={number}>
              {number} {name}
            </option>
          ))}
        </optgroup>
      )
    })
}

interface DraftNumberProps extends Omit<NumberPickerProps, 'value' | 'error' | 'onChange'> {
  draft: FormDraft
  at: string
}

/** The same as a field of a form. */
export function DraftNumber({ draft, at, ...rest }: DraftNumberProps) {
  useShown(draft, at)
  const value = draft.read(at)
  return (
    <NumberPicker
      {...rest}
      value={typeof value === 'string' ? value : ''}
      error={draft.faultAt(at)}
      onChange={(number) => draft.write(at, number)}
    />
  )
}

/** Declares it. */
export const numberField = <At extends string>(
  at: At,
  props: Omit<DraftNumberProps, 'draft' | 'at'>,
): { kind: 'other'; key: string; render: (draft: FormDraft) => ReactNode } => ({
  kind: 'other',
  key: at,
  render: (draft) => <DraftNumber {...props} draft={draft} at={at} />,
})

interface DraftMembersProps {
  instanceUuid: string
  draft: FormDraft
  at: string
  label: string
  hint: string
}

/** Extensions in an order, by name. */
export function DraftMembers({ instanceUuid, draft, at, label, hint }: DraftMembersProps) {
  useShown(draft, at)
  const id = useId()
  const numbers = useKnownNumbers(instanceUuid)
  const value = draft.read(at)
  const members: readonly string[] = Array.isArray(value) ? value : []
  const change = (next: readonly string[]) => draft.write(at, next)
  const raise = (index: number) =>
    change(members.with(index - 1, members[index]!).with(index, members[index - 1]!))
  const others = [...numbers.values()].filter(({ number }) => !members.includes(String(number)))
  return (
    <fieldset className={styles.members} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {members.length > 0 && (
        <ol aria-label={label}>
          {members.map((member, index) => (
            <li key={member}>
              <span>{numberName(numbers, member)}</span>
              {index > 0 && (
                <IconButton label={p.numbers.raise(numberName(numbers, member))} onClick={() => raise(index)}>
                  <ArrowUp />
                </IconButton>
              )}
              <IconButton
                label={p.numbers.removeMember(numberName(numbers, member))}
                onClick={() => change(members.filter((one) => one !== member))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <SelectField
        label={p.numbers.addMember}
        error={draft.faultAt(at)}
        value=""
        onChange={(event) => change([...members, event.target.value])}
      >
        <option value="">{p.numbers.choose}</option>
        <NumberOptions numbers={others} extensionsOnly />
      </SelectField>
      <p id={`${id}-hint`}>{hint}</p>
    </fieldset>
  )
}

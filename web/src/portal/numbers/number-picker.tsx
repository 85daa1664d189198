import { ArrowUp, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type FormDraft, useShown } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { showNumber } from '../../ui/show-number.ts'
import {
  type KnownNumber,
  numberKinds,
  numberName,
  useKnownNumbers,
  usePeopleNumbers,
} from './known-numbers.ts'
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
  const people = usePeopleNumbers(numbers)
  const isOther = chosen === OTHER || (value !== '' && !numbers.has(value) && !people.has(value))
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
        {!extensionsOnly && <PeopleOptions people={[...people]} />}
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

/** Phones outside, by the name of the person. */
function PeopleOptions({ people }: { people: readonly (readonly [string, string])[] }) {
  if (people.length === 0) return null
  return (
    <optgroup label={p.numbers.people}>
      {people.map(([number, name]) => (
        <option key={number} value={number}>
          {name} {showNumber(number)}
        </option>
      ))}
    </optgroup>
  )
}

interface NumberListProps {
  instanceUuid: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: readonly string[]
  /** People outside and numbers that are typed, too. */
  hasOutside?: boolean
  /** Others that can be added. */
  more?: { label: string; numbers: readonly string[] } | undefined
  onChange: (numbers: readonly string[]) => void
}

/** Extensions in an order, by name. */
export function NumberList(props: NumberListProps) {
  const { instanceUuid, label, hint, error, value, hasOutside = false, more, onChange } = props
  const id = useId()
  const numbers = useKnownNumbers(instanceUuid)
  const people = usePeopleNumbers(numbers)
  const [typed, setTyped] = useState<string>()
  const nameOf = (number: string) => {
    const person = people.get(number)
    return person === undefined ? numberName(numbers, number) : `${person} ${showNumber(number)}`
  }
  const isNew = (number: string) => !value.includes(number)
  const raise = (index: number) =>
    onChange(value.with(index - 1, value[index]!).with(index, value[index - 1]!))
  const add = (number: string) => {
    setTyped(number === OTHER ? '' : undefined)
    if (number !== OTHER && number !== '' && isNew(number)) onChange([...value, number])
  }
  return (
    <fieldset className={styles.members} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      {value.length > 0 && (
        <ol aria-label={label}>
          {value.map((number, index) => (
            <li key={number}>
              <span>{nameOf(number)}</span>
              {index > 0 && (
                <IconButton label={p.numbers.raise(nameOf(number))} onClick={() => raise(index)}>
                  <ArrowUp />
                </IconButton>
              )}
              <IconButton
                label={p.numbers.removeMember(nameOf(number))}
                onClick={() => onChange(value.filter((one) => one !== number))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <SelectField
        label={hasOutside ? p.numbers.addNumber : p.numbers.addMember}
        error={error}
        value={typed === undefined ? '' : OTHER}
        onChange={(event) => add(event.target.value)}
      >
        <option value="">{p.numbers.choose}</option>
        <NumberOptions
          numbers={[...numbers.values()].filter(({ number }) => isNew(String(number)))}
          extensionsOnly
        />
        {more?.numbers.some(isNew) && (
          <optgroup label={more.label}>
            {more.numbers.filter(isNew).map((number) => (
              <option key={number}>{number}</option>
            ))}
          </optgroup>
        )}
        {hasOutside && <PeopleOptions people={[...people].filter(([number]) => isNew(number))} />}
        {hasOutside && <option value={OTHER}>{p.numbers.other}</option>}
      </SelectField>
      {typed !== undefined && (
        <div className={styles.typed}>
          <TextField
            label={p.numbers.otherOf(label)}
            type="tel"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button onClick={() => add(typed.replace(/[^+*#\d]/g, ''))}>{p.numbers.add}</Button>
        </div>
      )}
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </fieldset>
  )
}

interface DraftMembersProps {
  instanceUuid: string
  draft: FormDraft
  at: string
  label: string
  hint: string
  more?: NumberListProps['more']
}

/** The same as a field of a form. */
export function DraftMembers({ draft, at, ...rest }: DraftMembersProps) {
  useShown(draft, at)
  const value = draft.read(at)
  return (
    <NumberList
      {...rest}
      value={Array.isArray(value) ? value : []}
      error={draft.faultAt(at)}
      onChange={(numbers) => draft.write(at, numbers)}
    />
  )
}

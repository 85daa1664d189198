import { type ReactNode, useState } from 'react'
import { type FormDraft, useShown } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import { ChosenList } from '../search/chosen-list.tsx'
import { SearchField } from '../search/search-field.tsx'
import { type Search, useSearch } from '../search/use-search.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { useNamesOfNumbers } from '../users/known-users.ts'
import {
  type FoundNumber,
  findNumbers,
  internalAndOutside,
  type NumberSources,
  numberTyped,
} from './find-numbers.ts'
import { isInternal, numberName, useKnownNumbers, useRoutes } from './known-numbers.ts'

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
  const { instanceUuid, value, none, extensionsOnly = false, onChange, ...rest } = props
  const routes = useRoutes(extensionsOnly ? '' : instanceUuid)
  const search = useNumberSearch(
    extensionsOnly ? { instanceUuid } : { instanceUuid, routes, people: internalAndOutside },
  )
  const nameOf = useNumberNames(instanceUuid, value === '' ? [] : [value])
  const [chosen, setChosen] = useState<FoundNumber>()
  const name = nameOf(value)
  return (
    <SearchField
      {...rest}
      search={withOthers(search, { none: value === '' ? undefined : none, anyNumber: !extensionsOnly })}
      // What was just chosen has a name before the server says so again.
      text={name === value && chosen?.number === value ? chosen.label : name}
      placeholder={none ?? p.search.placeholder}
      onChoose={(found) => {
        setChosen(found)
        onChange(found.number)
      }}
      onLeave={(typed) => {
        const number = numberTyped(typed)
        if (typed.trim() === '' ? none !== undefined : number !== '' && isOffered(number)) onChange(number)
      }}
    />
  )
  function isOffered(number: string) {
    return !extensionsOnly || search.items.some((one) => one.number === number)
  }
}

/** Names the numbers: what they are in the instance, or whose they are. */
function useNumberNames(instanceUuid: string, numbers: readonly string[]): (number: string) => string {
  const { mayManage } = usePortal()
  const known = useKnownNumbers(instanceUuid, numbers)
  // The others may not list the extensions of their colleagues.
  const names = useNamesOfNumbers(numbers.filter((number) => !mayManage || !isInternal(number)))
  return (number) => {
    const name = known.has(number) ? undefined : names.get(number)
    return name === undefined ? numberName(known, number) : nameAndNumber(name, number)
  }
}

const nameAndNumber = (name: string, number: string) =>
  isInternal(number) ? `${number} ${name}` : `${name} ${showNumber(number)}`

function useNumberSearch(sources: NumberSources): Search<FoundNumber> {
  const { client } = usePortal()
  const { instanceUuid = '', people = [], routes, more } = sources
  const from = `${people.join()} ${routes?.size ?? ''} ${more?.length ?? ''}`
  return useSearch(portalKeys.extensions.search(instanceUuid, from), (text, signal) =>
    findNumbers(client, sources, text, signal),
  )
}

interface OtherChoices {
  /** The first one, before anything is typed. */
  none?: string | undefined
  /** Any number that is typed. */
  anyNumber: boolean
}

function withOthers(search: Search<FoundNumber>, { none, anyNumber }: OtherChoices): Search<FoundNumber> {
  const { typed = '', items, isSearching } = search
  const number = numberTyped(typed)
  if (isSearching) return search
  if (none !== undefined && typed.trim() === '')
    return { ...search, items: [{ key: '', number: '', name: none, label: none }, ...items] }
  if (!anyNumber || number === '' || items.some((one) => one.number === number)) return search
  const other = { key: number, number, name: '', label: showNumber(number), detail: p.search.useNumber }
  return { ...search, items: [...items, other] }
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

interface NumberListProps {
  instanceUuid: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: readonly string[]
  /** People outside and numbers that are typed, too. */
  hasOutside?: boolean
  /** Others that can be added. */
  more?: readonly FoundNumber[] | undefined
  onChange: (numbers: readonly string[]) => void
}

/** Extensions in an order, by name. */
export function NumberList(props: NumberListProps) {
  const { instanceUuid, label, hint, error, value, hasOutside = false, more, onChange } = props
  const found = useNumberSearch({
    instanceUuid,
    more,
    people: hasOutside ? internalAndOutside : undefined,
  })
  const search = withOthers(
    { ...found, items: found.items.filter(({ number }) => !value.includes(number)) },
    { anyNumber: hasOutside },
  )
  const nameOf = useNumberNames(instanceUuid, value)
  const add = (number: string) => {
    if (number !== '' && !value.includes(number)) onChange([...value, number])
  }
  return (
    <ChosenList {...{ label, hint, value, nameOf, onChange }} isOrdered>
      <SearchField
        search={search}
        label={hasOutside ? p.numbers.addNumber : p.numbers.addMember}
        placeholder={p.search.placeholder}
        error={error}
        text=""
        onChoose={({ number }) => add(number)}
        onLeave={(typed) => {
          const number = numberTyped(typed)
          if (hasOutside || found.items.some((one) => one.number === number)) add(number)
        }}
      />
    </ChosenList>
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

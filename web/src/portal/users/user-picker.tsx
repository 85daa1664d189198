import type { Contact } from '@switchboard/client/telephony'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { ChosenList } from '../search/chosen-list.tsx'
import { SearchField } from '../search/search-field.tsx'
import { type Choice, useSearch } from '../search/use-search.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { findUsers, userName, useUsers } from './known-users.ts'

interface UserChoice extends Choice {
  user?: Contact
}

/** Users by name, address or number. Without a search, other choices come first. */
function useUserSearch(first: readonly Choice[], without: readonly string[] = []) {
  const { client } = usePortal()
  const search = useSearch<UserChoice>(portalKeys.users.search, async (text, signal) =>
    (await findUsers(client, text, signal)).map((user) => ({
      key: user.id,
      label: userName(user),
      detail: user.contacts.email,
      user,
    })),
  )
  const { typed = '', items, isSearching } = search
  const others = typed.trim() === '' && !isSearching ? first : []
  const found: readonly UserChoice[] = [...others, ...items.filter(({ key }) => !without.includes(key))]
  return { ...search, items: found }
}

interface UserPickerProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  disabled?: boolean
  /** The id of a user, or the key of another choice; empty: nobody. */
  value: string
  /** What it means to choose nobody. */
  none: string
  /** Other choices. */
  more?: readonly Choice[]
  onChange: (id: string, user: Contact | undefined) => void
}

/** One user of the company, by name. */
export function UserPicker({ value, none, more = [], onChange, ...rest }: UserPickerProps) {
  const other = more.find(({ key }) => key === value)
  const { data, isPending } = useUsers(other ? [] : [value])
  const [chosen, setChosen] = useState<Contact>()
  const search = useUserSearch([{ key: '', label: none }, ...more])
  const user = data?.get(value) ?? (chosen?.id === value ? chosen : undefined)
  const unknown = value === '' ? '' : isPending ? t.ui.loading : p.texting.unknownUser
  return (
    <SearchField
      {...rest}
      search={search}
      text={other?.label ?? (user ? userName(user) : unknown)}
      placeholder={none}
      onChoose={({ key, user }) => {
        setChosen(user)
        onChange(key, user)
      }}
      onLeave={(typed) => {
        if (typed.trim() === '') onChange('', undefined)
      }}
    />
  )
}

interface UserListProps {
  label: string
  hint: string
  error: string | undefined
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** Some users of the company. */
export function UserList({ label, hint, error, value, onChange }: UserListProps) {
  const { data } = useUsers(value)
  const search = useUserSearch([], value)
  const nameOf = (one: string) => {
    const user = data?.get(one)
    return user ? userName(user) : p.texting.unknownUser
  }
  return (
    <ChosenList {...{ label, hint, value, nameOf, onChange }}>
      <SearchField
        search={search}
        label={p.numbers.addPerson}
        placeholder={p.search.person}
        error={error}
        text=""
        onChoose={({ key }) => onChange([...value, key])}
      />
    </ChosenList>
  )
}

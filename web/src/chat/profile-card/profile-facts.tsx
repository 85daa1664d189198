import type { CustomProfileField } from '@switchboard/client/chat'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { use24Hours } from '../../ui/hours.ts'
import { localTime } from '../../ui/times.ts'
import { RenderedContent } from '../message-content/rendered-content.tsx'
import { peopleNames } from '../pane-header/narrow-names.ts'
import type { ChatState, Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import styles from './profile-card.module.css'

/** Role, address, local time, and the custom profile fields. */
export function ProfileFacts({ person }: { person: Person }) {
  const is24Hours = use24Hours()
  const fields = useChat((state) => state.profileFields)
  const owner = useChat((state) => state.people.get(person.bot_owner_id ?? 0)?.full_name)
  const time = person.is_bot ? undefined : localTime(person.timezone, is24Hours)
  return (
    <dl className={styles.facts}>
      <Fact name={t.messages.role}>{roleName(person)}</Fact>
      <Fact name={t.messages.email}>{person.email}</Fact>
      {time && <Fact name={t.messages.localTime}>{time}</Fact>}
      {owner && <Fact name={t.messages.botOwner}>{owner}</Fact>}
      {fields.map((field) => (
        <ProfileValue key={field.id} field={field} person={person} />
      ))}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function roleName({ is_bot, role }: Person): string {
  if (is_bot) return t.messages.bot
  if (role === 600) return t.messages.guest
  return role <= 200 ? t.messages.administrator : t.messages.member
}

const [CHOICE, LINK, PEOPLE] = [3, 5, 6]

function ProfileValue({ field, person }: { field: CustomProfileField; person: Person }) {
  const given = person.profile_data?.[String(field.id)]
  const text = useChat((state) => shownValue(state, field, given?.value ?? ''))
  if (!given || given.value === '') return null
  return (
    <Fact name={field.name}>
      {given.rendered_value ? (
        <RenderedContent html={given.rendered_value} />
      ) : field.type === LINK && /^https?:/.test(text) ? (
        <a href={text} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
    </Fact>
  )
}

function shownValue(state: ChatState, { type, field_data }: CustomProfileField, value: string): string {
  try {
    if (type === CHOICE) {
      const choices = JSON.parse(field_data) as Record<string, { text: string }>
      return choices[value]?.text ?? value
    }
    if (type === PEOPLE) return peopleNames(state, JSON.parse(value) as number[])
  } catch {
    // Written by another program in another way: shown as it is.
  }
  return value
}

import type { CustomProfileField } from '@switchboard/client/chat'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import type { ResourceForm } from '../../resource/resource.ts'
import type { Draft } from '../../resource/use-draft.ts'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { fieldTypeOf, fieldTypes, readChoices } from '../profile-fields/field-types.ts'
import { PeopleChoice } from './people-choice.tsx'
import { PersonalDataButtons } from './personal-data-buttons.tsx'
import { type Role, roleNumbers, roleOf, roles } from './roles.tsx'

export interface PersonInput {
  full_name: string
  role: Role
  /** By the ids of the fields. */
  profile: Record<string, string | null>
}

/** An administrator changes a user's name, role and profile. Only changes are sent. */
export const personForm = (profile: readonly CustomProfileField[]): ResourceForm<Person, PersonInput> => ({
  title: (person) => o.people.editTitle(person?.full_name ?? ''),
  saved: null,
  fields: (_, person) => [
    { at: '/full_name', label: o.people.name, required: true, maxLength: 100, trim: true },
    {
      kind: 'select',
      at: '/role',
      label: o.people.role,
      options: roles.map((value) => ({ value, text: o.roles[value] })),
    },
    ...profile.map(profileField),
    ...(person
      ? [
          {
            kind: 'other' as const,
            key: 'two factor',
            render: () => <RemoveTwoFactorButton person={person} />,
          },
          {
            kind: 'other' as const,
            key: 'personal data',
            render: () => <PersonalDataButtons person={person} />,
          },
        ]
      : []),
  ],
  change: {
    storedOf: (person) => ({
      full_name: person.full_name,
      role: roleOf(person),
      profile: Object.fromEntries(profile.map(({ id }) => [id, person.profile_data?.[id]?.value ?? ''])),
    }),
    save(person, { role, profile: values = {}, ...rest }) {
      const changed = profile.filter(({ id }) => id in values)
      return callChat('PATCH /users/{user_id}', {
        user_id: person.user_id,
        ...rest,
        ...(role && { role: roleNumbers[role] }),
        ...(changed.length > 0 && {
          profile_data: changed.map((field) => ({
            id: field.id,
            value: readProfileValue(field, values[field.id] ?? ''),
          })),
        }),
      })
    },
  },
})

/** As the API wants it: people as ids, nothing as null. */
function readProfileValue(field: CustomProfileField, value: string): string | number[] | null {
  if (value === '') return null
  if (field.type !== fieldTypes.people) return value
  const ids = JSON.parse(value) as number[]
  return ids.length === 0 ? null : ids
}

/** One field of a profile, by its type. */
function profileField(field: CustomProfileField): FieldSpec<PersonInput> {
  const at = `/profile/${field.id}` as const
  const about = { at, label: field.name, ...(field.hint && { hint: field.hint }) }
  const type = fieldTypeOf(field.type)
  if (type === 'longText') return { kind: 'area', ...about }
  if (type === 'choice')
    return {
      kind: 'select',
      ...about,
      options: [
        { value: null, text: o.people.nothing },
        ...readChoices(field.field_data).map(({ key, text }) => ({ value: key, text })),
      ],
    }
  if (type === 'people')
    return {
      kind: 'other',
      key: at,
      render: (draft) => <PeopleField draft={draft} at={at} label={field.name} />,
    }
  return {
    ...about,
    type: type === 'date' ? 'date' : 'text',
    ...(type === 'link' && { inputMode: 'url' }),
  }
}

interface PeopleFieldProps {
  draft: Draft<PersonInput>
  at: `/profile/${number}`
  label: string
}

function PeopleField({ draft, at, label }: PeopleFieldProps) {
  const value = draft.text(at)
  return (
    <PeopleChoice
      legend={label}
      chosen={value === '' ? [] : (JSON.parse(value) as number[])}
      onChange={(ids) => draft.set(at, JSON.stringify(ids))}
    />
  )
}

/** For a member who has lost the device. Whether they have a second factor, only they know. */
function RemoveTwoFactorButton({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  const texts = t.settings.twoFactor
  async function remove() {
    await callChat('DELETE /users/{user_id}/two_factor', { user_id: person.user_id })
    showToast(texts.removed)
  }
  return (
    <div>
      <Button size="small" onClick={() => setAsking(true)}>
        {texts.removeOf}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.removeTitle(person.full_name)}
          confirm={t.ui.remove}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </div>
  )
}

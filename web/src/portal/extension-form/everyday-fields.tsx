import type { Contact, Extension, Location } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsOf, type TelephonyClient } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { loadNumbered } from '../numbers/load-extensions.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { userName } from '../users/known-users.ts'
import { UserPicker } from '../users/user-picker.tsx'
import { LOCATION, NAME, NUMBER, PURPOSE, USER } from './extension-draft.ts'
import { ExtensionField } from './extension-field.tsx'
import { fieldsOf } from './extension-fields.ts'
import type { ExtensionForm } from './use-extension-form.ts'

const none: readonly Extension[] = []

const nothing: NumberCheck = { isFree: false, taken: undefined, assignments: [] }

const purposes = ['ip-phone', 'mobile-app', ''] as const

interface EverydayFieldsProps {
  form: ExtensionForm
  instanceUuid: string
  locations: readonly Location[]
  /** Another user's extension: only they and the owner can reassign it. */
  mayAssign: boolean
}

export function EverydayFields({ form, instanceUuid, locations, mayAssign }: EverydayFieldsProps) {
  const [name, ...rest] = fieldsOf('everyday')
  const hasVoicemail = form.draft['/data/voicemail_enable'] === 'yes'
  const others = rest.filter((field) => hasVoicemail || field.name !== 'voicemail_email')
  const number = form.draft[NUMBER] ?? ''
  // An extension belongs to the location of its instance. An old one may be elsewhere until it is moved.
  const places = locations.filter(({ id, pbx_id }) => pbx_id === instanceUuid || id === form.draft[LOCATION])
  const [user, setUser] = useState<Contact>()
  const check = useNumberCheck(instanceUuid, {
    number,
    isNew: form.isNew,
    email: form.changed.includes(USER) && user?.id === form.draft[USER] ? user?.contacts.email : undefined,
  })
  const select = (pointer: string) => ({
    value: form.draft[pointer] ?? '',
    error: form.faults.get(pointer),
    onChange: (event: { target: { value: string } }) => form.set(pointer, event.target.value),
  })
  /** The name of the user is the name of a new extension, until somebody types another one. */
  function assign(id: string, next: Contact | undefined) {
    const isUntouched = form.draft[NAME] === '' || form.draft[NAME] === (user ? userName(user) : '')
    setUser(next)
    form.set(USER, id)
    if (form.isNew && isUntouched) form.set(NAME, next ? userName(next) : '')
  }
  const numberHint = check.isFree ? p.extensions.numberFree(number.trim()) : p.extensions.numberHint
  return (
    <>
      <FieldGrid>
        <TextField
          label={p.extensions.number}
          hint={form.isNew ? numberHint : p.extensions.numberFixed}
          error={form.faults.get(NUMBER) ?? check.taken}
          required
          readOnly={!form.isNew}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={(event) => form.set(NUMBER, event.target.value)}
        />
        {name && <ExtensionField field={name} form={form} />}
        <UserPicker
          label={p.extensions.user}
          hint={mayAssign ? undefined : p.extensions.reassignHint}
          disabled={!mayAssign}
          error={form.faults.get(USER)}
          value={form.draft[USER] ?? ''}
          none={p.extensions.nobody}
          onChange={assign}
        />
        <SelectField label={p.extensions.purpose} {...select(PURPOSE)}>
          {purposes.map((purpose) => (
            <option key={purpose} value={purpose}>
              {p.extensions.purposes[purpose]}
            </option>
          ))}
        </SelectField>
        <SelectField label={p.extensions.location} {...select(LOCATION)}>
          {form.isNew && <option value="">{p.extensions.defaultLocation}</option>}
          {places.map((location) => (
            <option key={location.id} value={location.id}>
              {location.name}
            </option>
          ))}
        </SelectField>
        {others.map((field) => (
          <ExtensionField key={field.name} field={field} form={form} />
        ))}
      </FieldGrid>
      {check.assignments.length > 0 && (
        <Notice look="warning">
          <strong>{p.extensions.assignments}</strong>
          <ul>
            {check.assignments.map((assignment) => (
              <li key={assignment}>{assignment}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

interface NumberCheck {
  isFree: boolean
  /** why the number is not available */
  taken: string | undefined
  /** existing assignments of the user or the number: allowed, but perhaps unintended */
  assignments: string[]
}

interface Checked {
  number: string
  isNew: boolean
  /** of the user to assign */
  email: string | undefined
}

/** Checks the number while the user types, before the form is sent. */
function useNumberCheck(instanceUuid: string, { number, isNew, email }: Checked): NumberCheck {
  const { client } = usePortal()
  const wanted = useDelayed(number.trim())
  const checked = useQuery({
    queryKey: portalKeys.extensions.check(instanceUuid, wanted, isNew, email),
    queryFn: async ({ signal }) => {
      if (!/^\d{2,6}$/.test(wanted)) return nothing
      const id = Number(wanted)
      const [[known], assignments] = await Promise.all([
        isNew ? loadNumbered(client, instanceUuid, [String(id)], signal) : none,
        email ? assignmentsOf(client, instanceUuid, { id, email }, signal) : [],
      ])
      return {
        isFree: isNew && !known,
        taken: known ? p.extensions.numberTaken(wanted, known.data.name) : undefined,
        assignments,
      }
    },
  })
  // A failed check must not block the form: the server checks again on submit.
  return wanted === number.trim() ? (checked.data ?? nothing) : nothing
}

async function assignmentsOf(
  client: TelephonyClient,
  instanceUuid: string,
  body: { id: number; email: string },
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const call = 'POST /instances/{instance_uuid}/bulks/extensions/check'
    await client.call(call, { instance_uuid: instanceUuid }, body, { signal })
    return []
  } catch (error) {
    return faultsOf(error).map(({ detail }) => detail)
  }
}

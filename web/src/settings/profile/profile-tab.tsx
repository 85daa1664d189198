import type { CustomProfileField } from '@switchboard/client/chat'
import { useId, useMemo, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { isMissing } from '../../api/server-mode.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useInOrder } from '../../ui/use-in-order.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { useChangeSettings } from '../setting-check.tsx'
import { ButtonRow, FieldStack, SettingsSection } from '../settings-section.tsx'
import { PictureEditor } from './picture-editor.tsx'
import { PERSON_FIELD, ProfileFieldInput } from './profile-field-input.tsx'
import styles from './profile-tab.module.css'

export function ProfileTab() {
  const me = useChat((state) => state.me)
  const isFixed = useChat((state) => state.realm.avatar_changes_disabled && !state.me.isAdmin)
  return (
    <>
      <SettingsSection title={t.settings.profile.about} intro={t.settings.profile.aboutText}>
        {isFixed ? (
          <p>{t.settings.profile.pictureFixed}</p>
        ) : (
          <PictureEditor
            url={me.avatarUrl}
            name={me.fullName}
            path="/users/me/avatar"
            onRemove={() => callChat('DELETE /users/me/avatar', {})}
          />
        )}
        <NameForm />
        <TimezoneField />
      </SettingsSection>
      <ProfileFieldsSection />
      <EmailSection />
    </>
  )
}

function NameForm() {
  const fullName = useChat((state) => state.me.fullName)
  const isFixed = useChat((state) => state.realm.name_changes_disabled && !state.me.isAdmin)
  const [draft, setDraft] = useState<string>()
  const submit = useSubmit()
  async function save() {
    if (draft === undefined) return
    if (!(await submit.run(() => callChat('PATCH /settings', { full_name: draft })))) return
    setDraft(undefined)
    showToast(t.ui.saved)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FieldStack>
        <TextField
          label={t.settings.profile.fullName}
          hint={isFixed ? t.settings.profile.nameFixed : undefined}
          autoComplete="name"
          required
          maxLength={100}
          readOnly={isFixed}
          value={draft ?? fullName}
          error={submit.error === undefined ? undefined : messageOf(submit.error)}
          onChange={(event) => setDraft(event.target.value)}
        />
        {draft !== undefined && draft !== fullName && (
          <ButtonRow>
            <Button type="submit" look="primary" size="small" busy={submit.busy}>
              {t.settings.profile.saveName}
            </Button>
            <Button size="small" onClick={() => setDraft(undefined)}>
              {t.ui.cancel}
            </Button>
          </ButtonRow>
        )}
      </FieldStack>
    </form>
  )
}

/** Shown in the profile. There are hundreds, so the field is searchable. Empty: not set. */
function TimezoneField() {
  const id = useId()
  const timezone = useChat((state) => state.settings.timezone)
  const change = useChangeSettings()
  const [draft, setDraft] = useState<string>()
  const [error, setError] = useState<unknown>()
  const inOrder = useInOrder()
  const names = useMemo(() => [...Intl.supportedValuesOf('timeZone'), 'UTC'], [])
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  async function save(next: string) {
    setError(undefined)
    setDraft(next)
    const { answer, isLast } = inOrder(() => change({ timezone: next }))
    try {
      await answer
      // Unless something else has been typed since.
      setDraft((now) => (now === next ? undefined : now))
    } catch (failure) {
      if (isLast()) setError(failure)
    }
  }
  return (
    <FieldStack>
      <TextField
        label={t.settings.profile.timezone}
        hint={t.settings.profile.timezoneHint}
        error={error === undefined ? undefined : messageOf(error)}
        list={id}
        autoComplete="off"
        spellCheck={false}
        value={draft ?? timezone}
        onChange={(event) => {
          setDraft(event.target.value)
          if (names.includes(event.target.value)) void save(event.target.value)
        }}
        onBlur={() => {
          if (draft !== undefined) void save(draft.trim())
        }}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {here !== timezone && (
        <div>
          <Button size="small" onClick={() => void save(here)}>
            {t.settings.profile.timezoneHere(here)}
          </Button>
        </div>
      )}
    </FieldStack>
  )
}

/** The new address counts once the link that is mailed to it was followed. */
function EmailSection() {
  const email = useChat((state) => state.me.email)
  const isFixed = useChat((state) => state.realm.email_changes_disabled && !state.me.isAdmin)
  const [draft, setDraft] = useState('')
  const [password, setPassword] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const submit = useSubmit()
  async function send() {
    setSentTo(undefined)
    const wanted = draft.trim()
    if (!(await submit.run(() => callChat('PATCH /settings', { email: wanted, old_password: password }))))
      return
    setSentTo(wanted)
    setDraft('')
    setPassword('')
  }
  return (
    <SettingsSection title={t.settings.email.title} intro={t.settings.email.now(email)}>
      {isFixed ? (
        <p>{t.settings.email.fixed}</p>
      ) : isMissing('mail') ? (
        <p>{t.settings.email.noMail}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <FieldStack>
            <TextField
              label={t.settings.email.next}
              type="email"
              autoComplete="email"
              required
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
            <TextField
              label={t.settings.password.yours}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
            <ButtonRow>
              <Button type="submit" busy={submit.busy}>
                {t.settings.email.send}
              </Button>
            </ButtonRow>
            {sentTo !== undefined && sentTo !== email && (
              <Notice look="success">{t.settings.email.sent(sentTo)}</Notice>
            )}
          </FieldStack>
        </form>
      )}
    </SettingsSection>
  )
}

/** The custom profile fields. Renders nothing if there are none. */
function ProfileFieldsSection() {
  const fields = useChat((state) => state.profileFields)
  if (fields.length === 0) return null
  const inOrder = [...fields].sort((one, other) => one.order - other.order)
  return (
    <SettingsSection title={t.settings.fields.title} intro={t.settings.fields.intro}>
      {inOrder.map((field) => (
        <ProfileFieldForm key={field.id} field={field} />
      ))}
    </SettingsSection>
  )
}

/** Each is saved separately, so that a rejected value does not hold back the others. */
function ProfileFieldForm({ field }: { field: CustomProfileField }) {
  const stored = useChat((state) => {
    const data = state.people.get(state.me.userId)?.profile_data
    return data?.[String(field.id)]?.value ?? ''
  })
  const [draft, setDraft] = useState<string>()
  const isFixed = useChat((state) => !field.editable_by_user && !state.me.isAdmin)
  const submit = useSubmit()
  const value = draft ?? stored

  async function store(text: string) {
    const done = await submit.run(() =>
      text === ''
        ? callChat('DELETE /users/me/profile_data', { data: [field.id] })
        : callChat('PATCH /users/me/profile_data', {
            data: [{ id: field.id, value: wireValue(field, text) }],
          }),
    )
    if (!done) return
    setDraft(undefined)
    showToast(t.settings.fields.saved(field.name))
  }
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault()
        void store(value.trim())
      }}
    >
      <fieldset disabled={isFixed} className={styles.plain}>
        <ProfileFieldInput
          field={field}
          value={value}
          error={submit.error === undefined ? undefined : messageOf(submit.error)}
          isFixed={isFixed}
          onChange={setDraft}
        />
      </fieldset>
      {value !== stored && (
        <ButtonRow>
          <Button type="submit" look="primary" size="small" busy={submit.busy}>
            {t.settings.fields.save(field.name)}
          </Button>
          <Button
            size="small"
            onClick={() => {
              setDraft(undefined)
              submit.clear()
            }}
          >
            {t.ui.cancel}
          </Button>
        </ButtonRow>
      )}
    </form>
  )
}

/** People are kept as a list of ids; everything else is text. */
function wireValue(field: CustomProfileField, text: string): string | number[] {
  return field.type === PERSON_FIELD ? (JSON.parse(text) as number[]) : text
}

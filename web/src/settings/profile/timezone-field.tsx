import { useId, useMemo, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useInOrder } from '../../ui/use-in-order.ts'
import { FieldStack } from '../settings-section.tsx'
import { useChangeSettings } from '../use-change-settings.ts'

/** Shown in the profile. There are hundreds, so the field is searchable. Empty: not set. */
export function TimezoneField() {
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

import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { RealmSettings } from '../../chat/state/chat-state.ts'
import { useChat, useWorkspace } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { type Submit, useSubmit } from '../../ui/use-submit.ts'
import type { RealmValues } from './realm-settings.ts'

export interface RealmDraft {
  values: RealmValues
  set<Name extends keyof RealmValues>(name: Name, value: RealmValues[Name]): void
  isChanged: boolean
  submit: Submit
  save(): Promise<void>
  discard(): void
}

/** Unsaved changes on top of the state from the server. Only changes are sent. */
export function useRealmDraft(): RealmDraft {
  const { state } = useWorkspace()
  const realm = useChat((known) => known.realm) as RealmValues & RealmSettings
  const [draft, setDraft] = useState<Partial<RealmValues>>({})
  const submit = useSubmit()
  const names = Object.keys(draft) as (keyof RealmValues)[]
  const changed = names.filter((name) => draft[name] !== realm[name])
  return {
    values: { ...realm, ...draft },
    set: (name, value) => setDraft((last) => ({ ...last, [name]: value })),
    isChanged: changed.length > 0,
    submit,
    async save() {
      await submit.run(async () => {
        const { result: _result, msg: _msg, ...answer } = await callChat('PATCH /realm', pick(draft, changed))
        // The event may still be on its way; the answer says the same.
        state.set({ ...state.get(), realm: { ...state.get().realm, ...answer } as RealmSettings })
        setDraft({})
        showToast(t.ui.saved)
      })
    },
    discard() {
      submit.clear()
      setDraft({})
    },
  }
}

function pick(values: Partial<RealmValues>, names: readonly (keyof RealmValues)[]): Partial<RealmValues> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

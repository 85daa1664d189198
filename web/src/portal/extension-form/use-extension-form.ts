import { useEffect, useRef, useState } from 'react'
import type { Extension } from '../../../generated/telephony-api.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { changedPointers, type Draft, draftOf, newExtensionOf, patchOf } from './extension-draft.ts'

export type ExtensionForm = ReturnType<typeof useExtensionForm>

/** The form values, which of them changed, and the faults that the server reports. */
export function useExtensionForm(
  instanceUuid: string,
  extension: Extension | undefined,
  onSaved: (extension: Extension) => void,
) {
  const { client } = usePortal()
  const [base, setBase] = useState<Draft>(() => draftOf(extension))
  const [draft, setDraft] = useState<Draft>(base)
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const faults = new Map(faultsOf(submit.error).map(({ pointer, detail }) => [pointer, detail]))
  const { error } = submit
  // The first field that is wrong; its group is open by then.
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])

  function save(): Promise<boolean> {
    return submit.run(async () => {
      const saved = extension
        ? await client.call(
            'PATCH /instances/{instance_uuid}/bulks/extensions/{extension_id}',
            { instance_uuid: instanceUuid, extension_id: extension._id },
            patchOf(base, draft),
          )
        : await client.call(
            'POST /instances/{instance_uuid}/bulks/extensions',
            { instance_uuid: instanceUuid },
            newExtensionOf(draft),
          )
      const shown = draftOf(saved)
      setBase(shown)
      setDraft(shown)
      // The button that was pressed goes away.
      form.current?.focus()
      onSaved(saved)
    })
  }
  return {
    ref: form,
    isNew: extension === undefined,
    draft,
    changed: changedPointers(base, draft),
    faults,
    submit,
    save,
    set: (pointer: string, value: string) => setDraft((last) => ({ ...last, [pointer]: value })),
    discard() {
      setDraft(base)
      submit.clear()
    },
  }
}

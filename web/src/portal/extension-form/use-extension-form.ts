import type { Extension } from '@switchboard/client/telephony'
import { useEffect, useRef, useState } from 'react'
import { faultsOf } from '../../api/telephony-api.ts'
import { useUnsavedChanges } from '../../shell/unsaved-changes.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { changedPointers, type Draft, draftOf, newExtensionOf, patchOf } from './extension-draft.ts'

export type ExtensionForm = ReturnType<typeof useExtensionForm>

/** The form values, which of them changed, and the faults that the server reports. */
export function useExtensionForm(
  instanceUuid: string,
  {
    extension,
    suggestedNumber,
  }: { extension: Extension | undefined; suggestedNumber: number | null | undefined },
  onSaved: (extension: Extension) => void,
) {
  const { client } = usePortal()
  // What others change meanwhile appears in the fields that were not touched here.
  const base = draftOf(extension, suggestedNumber)
  const [changes, setChanges] = useState<Draft>({})
  const draft: Draft = { ...base, ...changes }
  const changed = changedPointers(base, draft)
  useUnsavedChanges(changed.length > 0)
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
      setChanges({})
      // The button that was pressed goes away.
      form.current?.focus()
      onSaved(saved)
    })
  }
  return {
    ref: form,
    instanceUuid,
    isNew: extension === undefined,
    draft,
    changed,
    faults,
    submit,
    save,
    set: (pointer: string, value: string) => setChanges((last) => ({ ...last, [pointer]: value })),
    discard() {
      setChanges({})
      submit.clear()
    },
  }
}

import type { Extension, Location } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, FieldGrid } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { RouteDiagram } from '../numbers/call-diagram.tsx'
import { knownExtension } from '../numbers/known-extension.ts'
import { useNextNumber } from '../numbers/known-numbers.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { EverydayFields } from './everyday-fields.tsx'
import { ExtensionField } from './extension-field.tsx'
import { changeableFieldsOf, fieldGroups } from './extension-fields.ts'
import styles from './extension-form.module.css'
import { FieldGroupSection } from './field-group.tsx'
import { useExtensionForm } from './use-extension-form.ts'

interface ExtensionFormProps {
  instanceUuid: string
  /** Without: a new one. */
  extension?: Extension
  onSaved: (extension: Extension) => void
}

export function ExtensionForm(props: ExtensionFormProps) {
  const { client } = usePortal()
  const locations = useQuery({
    queryKey: portalKeys.locations,
    queryFn: ({ signal }) => client.call('GET /company/locations', {}, undefined, { signal }),
  })
  const isNew = props.extension === undefined
  const next = useNextNumber(props.instanceUuid, isNew)
  // Without a suggestion the person chooses a number.
  if (locations.data && (!isNew || !next.isPending))
    return <LoadedExtensionForm {...props} locations={locations.data} suggestedNumber={next.data?.number} />
  return locations.error === null ? (
    <LoadingState />
  ) : (
    <ErrorState error={locations.error} onRetry={locations.refetch} />
  )
}

function LoadedExtensionForm({
  instanceUuid,
  extension,
  onSaved,
  locations,
  suggestedNumber,
}: ExtensionFormProps & { locations: readonly Location[]; suggestedNumber: number | null | undefined }) {
  const form = useExtensionForm(instanceUuid, { extension, suggestedNumber }, onSaved)
  const { submit, changed } = form
  // Only users who may change credentials get them.
  const seesSecrets = !extension || extension.data.secret !== undefined
  const { mayEditExtensions } = usePortal()
  const groups = fieldGroups.filter(
    (group) =>
      group !== 'everyday' &&
      (group !== 'credentials' || seesSecrets) &&
      changeableFieldsOf(group, mayEditExtensions).length > 0,
  )
  const isAtFields = form.faults.size > 0 && [...form.faults.keys()].every((name) => name in form.draft)
  const known = {
    kind: 'extension' as const,
    ...knownExtension(extension?._id, (field) => form.draft[`/data/${field}`]),
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void form.save()
  }
  return (
    <form ref={form.ref} className={styles.form} tabIndex={-1} noValidate onSubmit={send}>
      <Card title={p.extensions.groups.everyday}>
        {mayEditExtensions ? (
          <EverydayFields
            form={form}
            instanceUuid={instanceUuid}
            locations={locations}
            mayAssign={seesSecrets || extension?.user === null}
          />
        ) : (
          <FieldGrid>
            {changeableFieldsOf('everyday', false).map((field) => (
              <ExtensionField key={field.name} field={field} form={form} />
            ))}
          </FieldGrid>
        )}
      </Card>
      <RouteDiagram instanceUuid={instanceUuid} route={known} />
      <section className={styles.advanced}>
        <h2>{p.extensions.advanced}</h2>
        <p>{p.extensions.advancedHint}</p>
        <div className={styles.groups}>
          {groups.map((group) => (
            <FieldGroupSection key={group} group={group} form={form} />
          ))}
        </div>
      </section>
      {(form.isNew || changed.length > 0) && (
        <div className={styles.bar}>
          {submit.error !== undefined && (
            <Notice look="danger">
              {/* Errors of fields are shown at the fields. */}
              {isAtFields ? p.shell.form.checkMarked : messageOf(submit.error)}
            </Notice>
          )}
          <div className={styles.actions}>
            <Button type="submit" look="primary" busy={submit.busy}>
              {form.isNew ? t.ui.create : t.ui.save}
            </Button>
            {!form.isNew && (
              <>
                <Button onClick={form.discard}>{p.shell.form.discard}</Button>
                <span className={styles.unsaved}>{p.shell.form.unsaved}</span>
              </>
            )}
          </div>
        </div>
      )}
    </form>
  )
}

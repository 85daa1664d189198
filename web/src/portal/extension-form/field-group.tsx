import { useEffect, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { ExtensionField } from './extension-field.tsx'
import { changeableFieldsOf, type FieldGroup, type FormField } from './extension-fields.ts'
import styles from './extension-form.module.css'
import type { ExtensionForm } from './use-extension-form.ts'

const isSwitch = ({ kind }: FormField) => kind === 'toggle' || kind === 'flags'

/** Settings that few people need. Collapsed, until the server rejects one of them. */
export function FieldGroupSection({ group, form }: { group: FieldGroup; form: ExtensionForm }) {
  const [open, setOpen] = useState(false)
  const { mayEditExtensions } = usePortal()
  const fields = changeableFieldsOf(group, mayEditExtensions)
  const faults = fields.filter(({ pointer }) => form.faults.has(pointer)).length
  const changed = fields.filter(({ pointer }) => form.changed.includes(pointer)).length
  const { error } = form.submit
  useEffect(() => {
    if (faults > 0 && error !== undefined) setOpen(true)
  }, [faults, error])
  return (
    <details className={styles.group} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.groupTitle}>{p.extensions.groups[group]}</span>
        <span className={styles.groupHint}>{p.extensions.groupHints[group]}</span>
        {changed > 0 && <Badge look="accent">{p.extensions.changedCount(changed)}</Badge>}
        {faults > 0 && <Badge look="danger">{p.extensions.errorCount(faults)}</Badge>}
      </summary>
      <div className={styles.fields}>
        {/* Switches are lower than other controls: apart from them, both stand in lines. */}
        {[fields.filter((field) => !isSwitch(field)), fields.filter(isSwitch)].map(
          (part) =>
            part.length > 0 && (
              <FieldGrid key={part[0]!.name}>
                {part.map((field) => (
                  <ExtensionField key={field.name} field={field} form={form} />
                ))}
              </FieldGrid>
            ),
        )}
      </div>
    </details>
  )
}

import type { FormEvent } from 'react'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/section-page.tsx'
import styles from '../organization-forms.module.css'
import { DraftBar } from './draft-bar.tsx'
import { type SettingGroup, settingsOf } from './realm-settings.ts'
import { SettingField } from './setting-field.tsx'
import { useRealmDraft } from './use-realm-draft.ts'

/** Settings that belong together, saved together. */
export function SettingGroupCard({ group }: { group: SettingGroup }) {
  const draft = useRealmDraft()
  function save(event: FormEvent) {
    event.preventDefault()
    void draft.save()
  }
  return (
    <Card title={t.organization.settings.groups[group]}>
      <form className={styles.form} onSubmit={save}>
        {settingsOf(group).map((name) => (
          <SettingField key={name} name={name} draft={draft} />
        ))}
        <DraftBar draft={draft} />
      </form>
    </Card>
  )
}

import type { FormEvent } from 'react'
import { t } from '../../texts/texts.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/section-page.tsx'
import styles from '../organization-forms.module.css'
import { DraftBar } from './draft-bar.tsx'
import { useRealmDraft } from './use-realm-draft.ts'

const NAME_LIMIT = 100
const DESCRIPTION_LIMIT = 1000

export function RealmNameCard() {
  const draft = useRealmDraft()
  const texts = t.organization.settings
  function save(event: FormEvent) {
    event.preventDefault()
    void draft.save()
  }
  return (
    <Card title={texts.profile}>
      <form className={styles.form} onSubmit={save}>
        <TextField
          label={texts.name}
          value={draft.values.name}
          maxLength={NAME_LIMIT}
          onChange={(event) => draft.set('name', event.target.value)}
        />
        <TextArea
          label={texts.description}
          hint={texts.descriptionHint}
          value={draft.values.description}
          maxLength={DESCRIPTION_LIMIT}
          onChange={(event) => draft.set('description', event.target.value)}
        />
        <DraftBar draft={draft} />
      </form>
    </Card>
  )
}

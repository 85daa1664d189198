import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './draft-form.module.css'
import type { Draft } from './use-draft.ts'

/** Sticks to the bottom of a long form while there are unsaved changes. */
export function SaveBar({ draft }: { draft: Draft }) {
  if (!draft.changed) return null
  return (
    <div className={styles.bar}>
      <p role="status">{p.shell.form.unsaved}</p>
      <Button onClick={draft.discard} disabled={draft.busy}>
        {p.shell.form.discard}
      </Button>
      <Button type="submit" look="primary" busy={draft.busy}>
        {t.ui.save}
      </Button>
    </div>
  )
}

import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TabRow } from '../tab-row.tsx'
import type { RealmDraft } from './use-realm-draft.ts'

/** Shown only while there are unsaved changes. */
export function DraftBar({ draft }: { draft: RealmDraft }) {
  const { submit, isChanged, discard } = draft
  return (
    <>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {isChanged && (
        <TabRow>
          <Button look="primary" type="submit" busy={submit.busy}>
            {t.ui.save}
          </Button>
          <Button onClick={discard}>{t.organization.settings.discard}</Button>
        </TabRow>
      )}
    </>
  )
}

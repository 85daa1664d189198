import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'
import { usualTerms, writeTerms } from './invite-terms.ts'
import { InviteTermsFields } from './invite-terms-fields.tsx'

/** A link that any number of people can join by. */
export function InviteLink() {
  const [terms, setTerms] = useState(usualTerms)
  const [open, setOpen] = useState(false)
  const [link, setLink] = useState<string>()
  const submit = useSubmit()
  const texts = t.organization.invitations
  async function create(event: FormEvent) {
    event.preventDefault()
    await submit.run(async () => {
      const answer = await callChat('POST /invites/multiuse', writeTerms(terms))
      setLink(answer.invite_link)
      setOpen(false)
    })
  }
  return (
    <>
      <p className={styles.soft}>{texts.linkHint}</p>
      {link && (
        <Notice look="success">
          {texts.linkReady} <CopiedValue label={texts.link} value={link} />
        </Notice>
      )}
      {open ? (
        <form className={styles.form} onSubmit={(event) => void create(event)}>
          <InviteTermsFields terms={terms} onChange={setTerms} />
          {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
          <TabRow>
            <Button look="primary" type="submit" busy={submit.busy}>
              {texts.createLink}
            </Button>
            <Button onClick={() => setOpen(false)}>{t.ui.cancel}</Button>
          </TabRow>
        </form>
      ) : (
        <TabRow>
          <Button onClick={() => setOpen(true)}>{texts.newLink}</Button>
        </TabRow>
      )}
    </>
  )
}

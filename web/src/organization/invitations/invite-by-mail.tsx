import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'
import { InviteFailure, inviteFaults } from './invite-failure.tsx'
import { usualTerms, writeTerms } from './invite-terms.ts'
import { InviteTermsFields } from './invite-terms-fields.tsx'

export function InviteByMail() {
  const [emails, setEmails] = useState('')
  const [terms, setTerms] = useState(usualTerms)
  const submit = useSubmit()
  const texts = t.organization.invitations
  async function invite(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(async () => {
      try {
        await callChat('POST /invites', { invitee_emails: emails, ...writeTerms(terms) })
      } catch (error) {
        // All others were invited, so only the failed addresses stay in the field.
        const isPartly = error instanceof ApiError && error.details.sent_invitations === true
        if (isPartly) setEmails(inviteFaults(error).join('\n'))
        throw error
      }
    })
    if (!done) return
    setEmails('')
    showToast(texts.sent)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void invite(event)}>
      <TextArea
        label={texts.emails}
        hint={texts.emailsHint}
        required
        inputMode="email"
        value={emails}
        onChange={(event) => setEmails(event.target.value)}
      />
      <InviteTermsFields terms={terms} onChange={setTerms} />
      {submit.error !== undefined && <InviteFailure error={submit.error} />}
      <TabRow>
        <Button look="primary" type="submit" busy={submit.busy}>
          {texts.send}
        </Button>
      </TabRow>
    </form>
  )
}

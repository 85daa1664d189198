import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'

/** The email domains that new addresses can be restricted to. */
export function DomainsCard() {
  const domains = useChat((state) => state.realm.domains)
  const [domain, setDomain] = useState('')
  const [withSubdomains, setWithSubdomains] = useState(false)
  const submit = useSubmit()
  const texts = t.organization.settings.domains
  async function add(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(() =>
      callChat('POST /realm/domains', { domain, allow_subdomains: withSubdomains }),
    )
    if (done) setDomain('')
  }
  const remove = (one: string) =>
    submit.run(() => callChat('DELETE /realm/domains/{domain}', { domain: one }))
  return (
    <Card title={texts.title}>
      <form className={styles.form} onSubmit={(event) => void add(event)}>
        <p>{texts.intro}</p>
        {domains.length > 0 && (
          <Table label={texts.title} headings={[texts.domain, texts.subdomains, '']}>
            {domains.map((one) => (
              <tr key={one.domain}>
                <td>{one.domain}</td>
                <td>{one.allow_subdomains ? texts.included : texts.excluded}</td>
                <td>
                  <IconButton
                    label={`${t.ui.delete}: ${one.domain}`}
                    onClick={() => void remove(one.domain)}
                    disabled={submit.busy}
                  >
                    <Trash2 />
                  </IconButton>
                </td>
              </tr>
            ))}
          </Table>
        )}
        <TextField
          label={texts.add}
          required
          maxLength={190}
          spellCheck={false}
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
        />
        <CheckField
          label={texts.withSubdomains}
          checked={withSubdomains}
          onChange={(event) => setWithSubdomains(event.target.checked)}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <div>
          <Button type="submit" disabled={submit.busy}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Card>
  )
}

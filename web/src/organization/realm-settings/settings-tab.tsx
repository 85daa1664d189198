import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { PICTURE_MEBIBYTES, pictureTypes, uploadPicture } from '../../api/upload.ts'
import type { RealmSettings } from '../../chat/state/chat-state.ts'
import { useChat, useWorkspace } from '../../chat/state/workspace.ts'
import { DraftFields, type FieldSpec } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { type Draft, useDraft } from '../../resource/use-draft.ts'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'
import { type RealmInput, settingGroups, settingsOf } from './realm-settings.ts'
import { settingField } from './setting-field.tsx'

const NAME_LIMIT = 100

const DESCRIPTION_LIMIT = 1000

export function SettingsTab() {
  const hasBigBlueButton = useChat(({ realm }) => 'big_blue_button' in realm.available_video_chat_providers)
  const texts = o.settings
  return (
    <SectionPage title={texts.title} intro={texts.intro}>
      <RealmCard
        title={texts.profile}
        fieldsOf={() => [
          { at: '/name', label: texts.name, maxLength: NAME_LIMIT },
          {
            kind: 'area',
            at: '/description',
            label: texts.description,
            hint: texts.descriptionHint,
            maxLength: DESCRIPTION_LIMIT,
          },
        ]}
      />
      <RealmIconCard />
      {settingGroups.map((group) => (
        <RealmCard
          key={group}
          title={texts.groups[group]}
          fieldsOf={(draft) => settingsOf(group).map((name) => settingField(name, draft, hasBigBlueButton))}
        />
      ))}
      <DomainsCard />
    </SectionPage>
  )
}

interface RealmCardProps {
  title: string
  fieldsOf: (draft: Draft<RealmInput>) => FieldSpec<RealmInput>[]
}

/** Settings that belong together, saved together. */
function RealmCard({ title, fieldsOf }: RealmCardProps) {
  const { state } = useWorkspace()
  const draft = useDraft<RealmInput>({
    stored: useChat((known) => known.realm),
    async save(patch) {
      const { result: _result, msg: _msg, ...saved } = await callChat('PATCH /realm', patch)
      // The event may still be on its way; the response says the same.
      state.set({ ...state.get(), realm: { ...state.get().realm, ...saved } as RealmSettings })
      showToast(t.ui.saved)
    },
  })
  return (
    <Card title={title}>
      <DraftForm draft={draft}>
        <DraftFields draft={draft} fields={fieldsOf(draft)} />
        <SaveBar draft={draft} />
      </DraftForm>
    </Card>
  )
}

function RealmIconCard() {
  const url = useChat((state) => state.realm.icon_url)
  const isOwn = useChat((state) => state.realm.icon_source === 'U')
  const [progress, setProgress] = useState(0)
  const [asking, setAsking] = useState(false)
  const submit = useSubmit()
  const texts = o.settings
  async function upload(file: File) {
    setProgress(0)
    await submit.run(() => uploadPicture('/realm/icon', file, setProgress))
  }
  return (
    <Card title={texts.icon}>
      <div className={styles.picture}>
        <img src={url} alt={texts.iconNow} width={72} height={72} />
        <div className={styles.form}>
          <p className={styles.soft}>{texts.iconHint(PICTURE_MEBIBYTES)}</p>
          <TabRow>
            <FileButton
              label={o.chooseFile}
              accept={pictureTypes}
              busy={submit.busy}
              onChoose={(file) => void upload(file)}
            />
            {isOwn && (
              <Button icon={<Trash2 />} onClick={() => setAsking(true)}>
                {texts.removeIcon}
              </Button>
            )}
          </TabRow>
        </div>
      </div>
      {submit.busy && <ProgressBar label={o.uploading} value={progress} />}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {asking && (
        <ConfirmDialog
          title={texts.removeIcon}
          confirm={t.ui.remove}
          onConfirm={() => callChat('DELETE /realm/icon', {})}
          onClose={() => setAsking(false)}
        >
          {texts.removeIconHint}
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** The email domains that new addresses can be restricted to. */
function DomainsCard() {
  const domains = useChat((state) => state.realm.domains)
  const [domain, setDomain] = useState('')
  const [withSubdomains, setWithSubdomains] = useState(false)
  const submit = useSubmit()
  const texts = o.settings.domains
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

import { FlaskConical, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { DraftFields } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { TabRow } from '../tab-row.tsx'
import { type LdapInput, type LdapSettings, ldapFields } from './ldap-settings.ts'
import { type Proof, ProofDialog } from './proof-dialog.tsx'

interface LdapFormProps {
  settings: LdapSettings
  isStored: boolean
  hasPassword: boolean
  reload: () => Promise<unknown>
  /** There are no settings, and it is open what they are for. */
  onEmpty: () => void
}

/** The settings can be tested as they are typed. To test and to store them takes a proof. */
export function LdapForm({ settings, isStored, hasPassword, reload, onEmpty }: LdapFormProps) {
  const texts = o.directories.ldap
  const stored = useMemo(() => ({ settings, bind_password: '' }), [settings])
  const [open, setOpen] = useState<'test' | 'save' | 'remove'>()
  const [tested, setTested] = useState<{ input: LdapInput; result: LdapTest }>()
  const close = () => setOpen(undefined)
  // The dialog saves, and shows why that failed.
  const draft = useDraft<LdapInput>({ stored, save: async () => setOpen('save') })
  const { input } = draft
  async function test(proof: Proof) {
    setTested({ input, result: await callChat('POST /realm/ldap/test', callOf(input, proof)) })
  }
  async function save(proof: Proof) {
    await callChat('PUT /realm/ldap', callOf(input, proof))
    await reload()
    draft.discard()
    showToast(t.ui.saved)
  }
  return (
    <>
      <DraftForm draft={draft} onSubmit={() => setOpen('save')}>
        <DraftFields draft={draft} fields={ldapFields(hasPassword)} />
        <TabRow>
          <Button icon={<FlaskConical />} onClick={() => setOpen('test')}>
            {texts.test}
          </Button>
          {isStored ? (
            <Button icon={<Trash2 />} onClick={() => setOpen('remove')}>
              {texts.remove}
            </Button>
          ) : (
            <Button onClick={onEmpty}>{t.ui.cancel}</Button>
          )}
        </TabRow>
        {/* It says nothing about what is typed later. */}
        {tested?.input === input && <TestResult result={tested.result} />}
        <SaveBar draft={draft} />
      </DraftForm>
      {/* Forms of their own, whose events would bubble to the one above. */}
      {open === 'test' && (
        <ProofDialog title={texts.test} onProof={test} onClose={close}>
          <p>{texts.testText}</p>
        </ProofDialog>
      )}
      {open === 'save' && <ProofDialog title={texts.save} onProof={save} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirm={texts.remove}
          onConfirm={async () => {
            await callChat('DELETE /realm/ldap', {})
            onEmpty()
            await reload()
            showToast(texts.removed)
          }}
          onClose={close}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </>
  )
}

type LdapTest = ChatOutput<'POST /realm/ldap/test'>

function TestResult({ result: { is_ok: isOk, message, fault } }: { result: LdapTest }) {
  const { testGood, testBad, faults } = o.directories.ldap
  // A newer server may find more.
  const place = (faults as Partial<Record<string, string>>)[fault ?? ''] ?? testBad
  return (
    <Notice look={isOk ? 'success' : 'danger'}>
      <strong>{isOk ? testGood : `${place}:`}</strong> {message}
    </Notice>
  )
}

/** Without a password, the stored one stays. */
const callOf = ({ settings, bind_password }: LdapInput, proof: Proof) => ({
  settings,
  ...proof,
  ...(bind_password !== '' && { bind_password }),
})

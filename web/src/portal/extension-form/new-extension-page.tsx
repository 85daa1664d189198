import { ArrowLeft } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { openPortalPath } from '../shell/portal-path.ts'
import { ExtensionForm } from './extension-form.tsx'

export function NewExtensionPage({ instanceUuid }: { instanceUuid: string }) {
  return (
    <SectionPage
      title={p.extensions.newTitle}
      intro={p.extensions.newIntro}
      actions={
        <Button icon={<ArrowLeft />} onClick={() => openPortalPath('extensions', instanceUuid)}>
          {p.extensions.toList}
        </Button>
      }
    >
      <ExtensionForm
        instanceUuid={instanceUuid}
        onSaved={({ _id, data }) => {
          showToast(p.extensions.created(data.id))
          openPortalPath('extensions', instanceUuid, _id)
        }}
      />
    </SectionPage>
  )
}

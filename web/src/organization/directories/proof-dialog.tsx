import type { ReactNode } from 'react'
import { AskPasswordDialog } from '../../chat/proof/ask-password-dialog.tsx'
import { useTwoFactor } from '../../chat/proof/use-two-factor.ts'

/** What proves to the server who is there. */
export interface Proof {
  password?: string
  code?: string
}

interface ProofDialogProps {
  title: string
  children?: ReactNode
  onProof: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

/** Asks administrators for what a directory may be changed with: their password and second factor, if they have them. */
export function ProofDialog({ title, children, onProof, onClose }: ProofDialogProps) {
  const isProtected = useTwoFactor().data?.enabled ?? false
  return (
    <AskPasswordDialog
      title={title}
      isOptional
      withCode={isProtected}
      onPassword={(password, code) =>
        onProof({ ...(password !== '' && { password }), ...(isProtected && { code }) })
      }
      onClose={onClose}
    >
      {children}
    </AskPasswordDialog>
  )
}

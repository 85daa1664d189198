import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** For provider.example and 127.0.0.1, signed by itself: it protects nothing but tests. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVagAwIBAgIUAeysdT1fXNb1W0UssWJVP+Y4aJAwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHJvdmlkZXIuZXhhbXBsZTAgFw0yNjExMTcyMjA4MzFaGA8y
MTI2MTAyNDIyMDgzMVowGzEZMBcGA1UEAwwQcHJvdmlkZXIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABE1flrrP6CN6tLH+tsWYuKhuLpQdDNTpMmAU
IMb8nw6udTX/lHCqdizevnjs7fZqEOIFaTUPr89EYR+rm11Mz5WjdjB0MB0GA1Ud
DgQWBBR6OX3OT4bbEfWez/BxeSIgg6ZdSjAfBgNVHSMEGDAWgBR6OX3OT4bbEfWe
z/BxeSIgg6ZdSjAhBgNVHREEGjAYghBwcm92aWRlci5leGFtcGxlhwR/AAABMA8G
A1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAP9z/o8N/bg1ruCUPAUc
9EXoOaCRKejJf629zRsxZF+MAiEA2pgGNpkynj1lMJMRBlcNBIvEalJ0aOHe/aKr
5BAcUGw=
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/CWyieB3Xh0O9zLG
2PuF6eB8gQds3PyqSgMF/CKhjNChRANCAARNX5a6z+gjerSx/rbFmLiobi6UHQzU
6TJgFCDG/J8OrnU1/5RwqnYs3r547O32ahDiBWk1D6/PRGEfq5tdTM+V
-----END PRIVATE KEY-----
`

/** For provider.example and 127.0.0.1: of an authority that nobody knows, and out of date since 2021. */
const wrongCertificates = {
  unknown: `-----BEGIN CERTIFICATE-----
MIIBgDCCASegAwIBAgIUNgYb82xFoIahqNnNKoKAbR5GqjEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTExODIxMjE0NVoYDzIxMjYxMDI1
MjEyMTQ1WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARcuYluPhK4WPAvCbwupFUA00J0t2jsqxeAJBubfnLEcHqpOgybSNhL
lTIKRkqRCj4SzaUrPpDkuUtAue3FHNR3o1UwUzAhBgNVHREEGjAYhwR/AAABghBw
cm92aWRlci5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFOxPoqAr
8GRPlTWMdPsgAPq4vYNFMAoGCCqGSM49BAMCA0cAMEQCIFVD4zDcPAPuNJ3Sqlpf
dVqTALg/SaDtUu7zj5lGc7TLAiBEukqHL1FnS1LRSvkCoJHuwayewkPJsf5XReGW
A+91hw==
-----END CERTIFICATE-----
`,
  expired: `-----BEGIN CERTIFICATE-----
MIIBbTCCARKgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAkxMjcuMC4w
LjEwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAkx
MjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARcuYluPhK4WPAvCbwu
pFUA00J0t2jsqxeAJBubfnLEcHqpOgybSNhLlTIKRkqRCj4SzaUrPpDkuUtAue3F
HNR3o1UwUzAhBgNVHREEGjAYhwR/AAABghBwcm92aWRlci5leGFtcGxlMA8GA1Ud
EwEB/wQFMAMBAf8wHQYDVR0OBBYEFOxPoqAr8GRPlTWMdPsgAPq4vYNFMAoGCCqG
SM49BAMCA0kAMEYCIQDndWLVT7v0z9Fi7ob7bw3+P/qRtgTZCc/KC6CX81oKfQIh
AOfdzCke3cAvU/uEfGeSoh6JNjncKccNPlyi1OSKBa/H
-----END CERTIFICATE-----
`,
}
const wrongKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkbQHZYm0hxzk7XUg
PClEmKwCz13xwHGHXbc02FwX8xChRANCAARcuYluPhK4WPAvCbwupFUA00J0t2js
qxeAJBubfnLEcHqpOgybSNhLlTIKRkqRCj4SzaUrPpDkuUtAue3FHNR3
-----END PRIVATE KEY-----
`

/** The files of the certificate of a provider, which is also that of its authority. */
export function writeProviderCertificate(folder: string): { certFile: string; keyFile: string } {
  const files = { certFile: join(folder, 'provider.crt'), keyFile: join(folder, 'provider.key') }
  writeFileSync(files.certFile, certificate)
  writeFileSync(files.keyFile, key)
  return files
}

export function writeWrongCertificate(
  folder: string,
  kind: keyof typeof wrongCertificates,
): { certFile: string; keyFile: string } {
  const files = { certFile: join(folder, `${kind}.crt`), keyFile: join(folder, 'wrong.key') }
  writeFileSync(files.certFile, wrongCertificates[kind])
  writeFileSync(files.keyFile, wrongKey)
  return files
}

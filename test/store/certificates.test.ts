import { describe, expect, it } from 'vitest';
import { certificateRemedy } from '../../src/store/certificates.ts';

describe('A certificate that Node refuses', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'self-signed certificate',
    'self signed certificate',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'self-signed certificate in certificate chain',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'unable to verify the first certificate',
    'UNABLE_TO_GET_ISSUER_CERT',
    'unable to get issuer certificate',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'unable to get local issuer certificate',
    'unable to get local issuer certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
  ])('by %s wants its authority', (reason) => {
    expect(certificateRemedy(reason)).toBe(
      ' Node does not trust its certificate: name the file with that of its authority in NODE_EXTRA_CA_CERTS.',
    );
  });

  it.each([
    'ERR_TLS_CERT_ALTNAME_INVALID',
    "Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:elsewhere",
  ])('by %s wants another name', (reason) => {
    expect(certificateRemedy(reason)).toBe(
      ' Its certificate is for another host: give the address a name that it has.',
    );
  });

  it.each(['CERT_HAS_EXPIRED', 'certificate has expired'])('by %s has expired', (reason) => {
    expect(certificateRemedy(reason)).toBe(' Its certificate has expired.');
  });

  it.each(['', 'connect ECONNREFUSED 127.0.0.1:1', 'WRONGPASS invalid username-password pair', 'read ECONNRESET'])(
    'is not meant by «%s»',
    (reason) => expect(certificateRemedy(reason)).toBe(''),
  );
});

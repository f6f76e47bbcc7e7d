import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from './webhook-signature.rules.js';

const body = '{"type":"lead.created","data":{"leads":[{"id":1}]}}';

describe('the headers of a webhook', () => {
  it('verify with its secret and with no other', () => {
    const [secret, other] = [newSecret(), newSecret()];
    const headers = signedHeaders([secret], '7-1', new Date(), body);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': '8-1' })).toThrow(
      'No matching signature',
    );
  });

  it('verify with both secrets during a rotation', () => {
    const secrets = [newSecret(), newSecret()];
    const headers = signedHeaders(secrets, '7-1', new Date(), body);
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('verify with a known secret and time', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const text = '{"test": 2432232314}';
    expect(signedHeaders([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1614265330_500), text)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});

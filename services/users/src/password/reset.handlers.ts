import { forgotPassword, resetForgottenPassword, verifyResetToken, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ResetRequests } from './reset-requests.js';

@Controller()
export class ResetHandlers {
  constructor(private readonly requests: ResetRequests) {}

  @Handle(forgotPassword)
  async forgot({ email, origin }: ParsedInputOf<typeof forgotPassword>) {
    await this.requests.take(email, origin.address);
    return { message: "If an account exists with that email, we've sent a password reset link." };
  }

  @Handle(verifyResetToken)
  async verify({ token }: ParsedInputOf<typeof verifyResetToken>) {
    await this.requests.verify(token);
    return { valid: true as const, message: 'The reset link is valid' };
  }

  @Handle(resetForgottenPassword)
  async reset({ token, password, origin }: ParsedInputOf<typeof resetForgottenPassword>) {
    await this.requests.reset(token, password, origin.address);
    return { message: 'Your password has been reset. Please sign in.' };
  }
}

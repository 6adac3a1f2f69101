"""The provider that needs nothing: answers composed out of evidence, without a language model."""

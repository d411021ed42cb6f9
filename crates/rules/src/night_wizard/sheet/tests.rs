//! What scenarios of Night Wizard mean, and what is said of those that are wrong.

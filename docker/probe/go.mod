module github.com/ragspan/ragspan/docker/probe

go 1.26
